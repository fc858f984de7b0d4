// Added to every page of the browser tests: how a control is found, and whether a finger would meet it.
(() => {
  let settled = 0;
  let missed = 0;
  // A page that has just changed by itself lets no finger through: the tap falls on the document itself.
  document.addEventListener(
    "click",
    event => {
      if (event.target === document.documentElement) missed += 1;
    },
    true,
  );
  // Swaps that a tap asked for; those that the page fetches by itself have no element of their own.
  document.addEventListener("htmx:afterSettle", event => {
    const asked = event.detail.requestConfig;
    if (!asked || asked.elt !== document.body) settled += 1;
  });
  document.addEventListener("securitypolicyviolation", event =>
    console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
  );
  const shows = element => element.getClientRects().length > 0;
  const same = (a, b) =>
    a === b ||
    (typeof a === "object" &&
      typeof b === "object" &&
      a &&
      b &&
      Object.keys(a).length === Object.keys(b).length &&
      Object.keys(a).every(key => same(a[key], b[key])));
  const fits = (found, wanted) =>
    Object.keys(wanted).every(key => same(found[key] === undefined ? null : found[key], wanted[key]));
  const events = button => {
    try {
      return JSON.parse(button.value);
    } catch {
      return [];
    }
  };
  const finders = {
    entering: wanted =>
      [...document.querySelectorAll("button[name=events]")].filter(
        button => shows(button) && events(button).some(event => fits(event, wanted)),
      ),
    leading: wanted =>
      [...document.querySelectorAll("a[href]")].filter(
        link => shows(link) && fits(Object.fromEntries(new URL(link.href).searchParams), wanted),
      ),
    selected: selector => [...document.querySelectorAll(selector)].filter(shows),
  };
  window.tablet = {
    find(how, what) {
      const element = finders[how](what)[0];
      if (!element) return null;
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = element.getBoundingClientRect();
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      const hit = document.elementFromPoint(x, y);
      const covered = element.contains(hit) ? "" : hit ? hit.outerHTML.slice(0, 200) : "nothing";
      return { x, y, covered, settled, events: element.name === "events" ? events(element) : [] };
    },
    missed: () => missed,
    settle: (before, limit) =>
      new Promise((done, fail) => {
        const last = performance.now() + limit;
        const look = () =>
          settled > before ? done() : performance.now() > last ? fail("nothing came of the tap") : setTimeout(look, 3);
        look();
      }),
    number(element) {
      const copy = element.cloneNode(true);
      copy.querySelectorAll(".visually-hidden, [aria-hidden]").forEach(part => part.remove());
      return parseInt(copy.textContent, 10);
    },
  };
})();
