/* Finding things on the page. Scripts contain no words and no addresses: those come with the page. */

export const $ = (selector, root = document) => root.querySelector(selector);

/** The part that refreshes itself: a stage, a phone, the people of a lobby. */
export const livePage = (root = document) => $("[data-version]", root);

export const parseHtml = html => new DOMParser().parseFromString(html, "text/html");
