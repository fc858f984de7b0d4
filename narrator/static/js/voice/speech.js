/* Speaks clauses one after the other, in the page's language, with the device's own voice for it. */

const synthesis = window.speechSynthesis;
export const language = document.documentElement.lang;
const MAX_WAITING = 8; // clauses; a voice further behind drops them
let utterances = [];

export const canSpeak = Boolean(synthesis);

function bestVoice() {
  const isOurs = ({ lang }) => lang.replace("_", "-").toLowerCase().startsWith(language);
  const voices = synthesis.getVoices().filter(isOurs);
  return voices.find(({ localService }) => localService) || voices[0];
}

export function say(clauses) {
  if (!canSpeak) return;
  if (utterances.length > MAX_WAITING) hush();
  for (const clause of clauses.filter(Boolean)) {
    const utterance = new SpeechSynthesisUtterance(clause);
    utterance.lang = language;
    const chosenVoice = bestVoice();
    if (chosenVoice) utterance.voice = chosenVoice;
    utterance.onend = utterance.onerror = () => {
      utterances = utterances.filter(other => other !== utterance);
    };
    utterances.push(utterance);
    synthesis.speak(utterance);
  }
}

export const isSpeaking = () => utterances.length > 0;

export function hush() {
  utterances = [];
  if (canSpeak) synthesis.cancel();
}
