/* What this device keeps for itself. A private window keeps nothing. */

export const kept = key => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const keep = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch { /* then it is not kept */ }
};
