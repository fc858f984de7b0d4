/* What this device keeps for itself. A private window keeps it as long as the page stands. */

const here = new Map();

export const kept = key => {
  try {
    return localStorage.getItem(key);
  } catch {
    return here.get(key) ?? null;
  }
};

export const keep = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    here.set(key, value);
  }
};
