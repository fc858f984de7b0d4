/* Values kept on this device. A private window keeps them as long as the page is open. */

const fallback = new Map();

export const getStored = key => {
  try {
    return localStorage.getItem(key);
  } catch {
    return fallback.get(key) ?? null;
  }
};

export const setStored = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    fallback.set(key, value);
  }
};
