/* Speaking: clauses one after the other, in the page's language, with the device's own voice for it. */

const voice = window.speechSynthesis;
export const language = document.documentElement.lang;
/** So many clauses may wait; a voice that is further behind lets them go. */
const MOST_WAITING = 8;
let waiting = [];

/** Whether this device can speak at all. */
export const canSpeak = Boolean(voice);

function best() {
  const tongues = voice.getVoices().filter(one => one.lang.replace("_", "-").toLowerCase().startsWith(language));
  return tongues.find(one => one.localService) || tongues[0];
}

export function say(clauses) {
  if (!canSpeak) return;
  if (waiting.length > MOST_WAITING) hush();
  for (const clause of clauses.filter(Boolean)) {
    const words = new SpeechSynthesisUtterance(clause);
    words.lang = language;
    const found = best();
    if (found) words.voice = found;
    words.onend = words.onerror = () => { waiting = waiting.filter(one => one !== words); };
    waiting.push(words);
    voice.speak(words);
  }
}

/** Whether something is being said. */
export const isSpeaking = () => waiting.length > 0;

export function hush() {
  waiting = [];
  if (canSpeak) voice.cancel();
}
