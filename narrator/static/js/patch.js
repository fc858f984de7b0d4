/* The htmx swap "patch": brings a form up to date node by node instead of replacing it, so that the focus stays and
   so does whatever was typed or chosen after the request was sent. */

/** The fields as a form sent them last. */
const sent = new WeakMap();

document.addEventListener("htmx:configRequest", ({ target }) => {
  const form = target.closest("[hx-swap=patch]");
  if (form) sent.set(form, new FormData(form));
});

/** Whether a field was changed after it was sent: then it is newer than the answer. */
function isNewer({ form, name }) {
  const known = form && sent.get(form);
  return known && known.has(name) && form.elements[name].value !== known.get(name);
}

function copyAttributes(now, next) {
  for (const { name } of [...now.attributes]) if (!next.hasAttribute(name)) now.removeAttribute(name);
  for (const { name, value } of next.attributes) if (now.getAttribute(name) !== value) now.setAttribute(name, value);
}

function copyField(now, next) {
  if (now.type === "radio") now.checked = next.checked;
  else if (now.value !== next.value) now.value = next.value;
}

/** Children are compared by their place; nodes that are new are added to `added`. */
function patch(now, next, added) {
  const before = [...now.childNodes], after = [...next.childNodes];
  before.slice(after.length).forEach(node => node.remove());
  after.forEach((node, place) => {
    const old = before[place];
    if (old && old.nodeName === node.nodeName) return patchNode(old, node, added);
    if (old) old.replaceWith(node);
    else now.append(node);
    added.push(node);
  });
}

function patchNode(now, next, added) {
  if (now.nodeType !== Node.ELEMENT_NODE) {
    now.data = next.data;
    return;
  }
  const isField = now.matches("input, select"), keeps = isField && isNewer(now);
  copyAttributes(now, next);
  patch(now, next, added);
  if (isField && !keeps) copyField(now, next);
}

if (window.htmx) htmx.defineExtension("patch", {
  handleSwap(style, target, fragment) {
    if (style !== "patch") return false;
    const added = [];
    patch(target, fragment.firstElementChild, added);
    return added;
  },
});
