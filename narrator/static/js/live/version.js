/* Versions of a page: the numbers of its last entry and session event, and one that changes when a device comes or
   leaves. */

const parse = version => {
  const [entry, sessionEvent, presence] = version.split(".");
  return { entry: +entry, sessionEvent: +sessionEvent, presence };
};

/** Whether one version has fewer entries or session events than the other. */
export function isOlder(one, other) {
  const [a, b] = [parse(one), parse(other)];
  return a.entry < b.entry || a.sessionEvent < b.sessionEvent;
}

/** Whether a page would look the same in both versions. Only the host's pages show which devices are present. */
export function looksSame(one, other, showsPresence) {
  const [a, b] = [parse(one), parse(other)];
  const isSamePresence = !showsPresence || a.presence === b.presence;
  return a.entry === b.entry && a.sessionEvent === b.sessionEvent && isSamePresence;
}
