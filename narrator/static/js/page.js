/* The page as scripts find it. No words in any of them: those come with the page, and so do its addresses. */

export const $ = (selector, root = document) => root.querySelector(selector);

/** What fetches itself anew when something has changed: a stage, a phone, the people of a lobby. */
export const shown = () => $("[data-live]");
