/* Values kept on this device. A private window keeps them as long as the page is open. */

const here = new Map();

export const getStored = key => {
  try {
    return localStorage.getItem(key);
  } catch {
    return here.get(key) ?? null;
  }
};

export const setStored = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    here.set(key, value);
  }
};
