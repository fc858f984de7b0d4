/* Speaks clauses one after the other, in the page's language, with the device's own voice for it. */

const voice = window.speechSynthesis;
export const language = document.documentElement.lang;
const MAX_WAITING = 8; // clauses; a voice further behind drops them
let waiting = [];

export const canSpeak = Boolean(voice);

function bestVoice() {
  const voices = voice.getVoices().filter(one => one.lang.replace("_", "-").toLowerCase().startsWith(language));
  return voices.find(one => one.localService) || voices[0];
}

export function say(clauses) {
  if (!canSpeak) return;
  if (waiting.length > MAX_WAITING) hush();
  for (const clause of clauses.filter(Boolean)) {
    const words = new SpeechSynthesisUtterance(clause);
    words.lang = language;
    const found = bestVoice();
    if (found) words.voice = found;
    words.onend = words.onerror = () => {
      waiting = waiting.filter(one => one !== words);
    };
    waiting.push(words);
    voice.speak(words);
  }
}

export const isSpeaking = () => waiting.length > 0;

export function hush() {
  waiting = [];
  if (canSpeak) voice.cancel();
}
