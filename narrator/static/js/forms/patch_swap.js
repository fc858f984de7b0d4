/* The htmx swap "patch": updates a form node by node instead of replacing it, so that the focus stays and so does
   whatever was typed or chosen after the request was sent. */

/** The fields that each form sent last. */
const sentForms = new WeakMap();

document.addEventListener("htmx:configRequest", ({ target }) => {
  const form = target.closest("[hx-swap=patch]");
  if (form) sentForms.set(form, new FormData(form));
});

/** Whether a field was changed after it was sent, so is newer than the response. */
function isChangedSinceSent({ form, name }) {
  const sentFields = form && sentForms.get(form);
  return sentFields?.has(name) && form.elements[name].value !== sentFields.get(name);
}

function copyAttributes(now, next) {
  for (const { name } of [...now.attributes]) if (!next.hasAttribute(name)) now.removeAttribute(name);
  for (const { name, value } of next.attributes) if (now.getAttribute(name) !== value) now.setAttribute(name, value);
}

function copyField(now, next) {
  if (now.type === "radio") now.checked = next.checked;
  else if (now.value !== next.value) now.value = next.value;
}

/** Compare children by position; collect new nodes in `added`. */
function patch(now, next, added) {
  const before = [...now.childNodes];
  const after = [...next.childNodes];
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
  const isField = now.matches("input, select");
  const isKept = isField && isChangedSinceSent(now);
  copyAttributes(now, next);
  patch(now, next, added);
  if (isField && !isKept) copyField(now, next);
}

if (window.htmx)
  htmx.defineExtension("patch", {
    handleSwap(style, target, fragment) {
      if (style !== "patch") return false;
      const added = [];
      patch(target, fragment.firstElementChild, added);
      return added;
    },
  });
