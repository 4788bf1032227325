/* The page that is shown without a connection: in the language of the browser, and gone once there is one. */

const WORDS = {
  de: [
    "Keine Verbindung",
    "Big Points ist gerade nicht zu erreichen. Deine Tische sind sicher: Es geht weiter, sobald die Verbindung wieder da ist.",
    "Noch einmal versuchen",
  ],
  en: [
    "No connection",
    "Big Points cannot be reached just now. Your tables are safe: the game goes on as soon as you are connected again.",
    "Try again",
  ],
  es: [
    "Sin conexión",
    "Ahora no se puede acceder a Big Points. Tus mesas están a salvo: la partida sigue en cuanto vuelva la conexión.",
    "Probar otra vez",
  ],
  fr: [
    "Pas de connexion",
    "Big Points est injoignable pour l’instant. Tes tables sont en sécurité : la partie reprend dès que la connexion revient.",
    "Réessayer",
  ],
  it: [
    "Nessuna connessione",
    "Al momento Big Points non è raggiungibile. I tuoi tavoli sono al sicuro: si continua appena torna la connessione.",
    "Riprova",
  ],
  nl: [
    "Geen verbinding",
    "Big Points is nu even niet bereikbaar. Je tafels zijn veilig: het spel gaat verder zodra er weer verbinding is.",
    "Opnieuw proberen",
  ],
  pt: [
    "Sem ligação",
    "Neste momento não é possível chegar ao Big Points. As tuas mesas estão seguras: o jogo continua assim que houver ligação.",
    "Tentar de novo",
  ],
};

/** The language that was chosen in the game, or else that of the browser. */
function language() {
  const wanted = [chosen(), ...navigator.languages].map((tag) => String(tag).slice(0, 2).toLowerCase());
  return wanted.find((tag) => tag in WORDS) ?? "en";
}

function chosen() {
  try {
    return JSON.parse(localStorage.getItem("bigpoints") ?? "{}").language;
  } catch {
    return null;
  }
}

const tag = language();
const [title, about, again] = WORDS[tag];
document.documentElement.lang = tag;
document.querySelector("h1").textContent = title;
document.querySelector("p").textContent = about;
document.querySelector("button").textContent = again;
document.querySelector("button").addEventListener("click", () => location.reload());
addEventListener("online", () => location.reload());

/** Go on as soon as the server answers again, even if the network never went away. */
async function look() {
  try {
    if ((await fetch("/health", { cache: "no-store" })).ok) location.reload();
  } catch {
    return; // Not yet.
  }
}

setInterval(look, 5000);
