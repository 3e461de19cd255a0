// A bot that looks one move ahead and knows no rules: `option after` says what each move gives.
// Planning gives nothing at once. So it remembers what each action has paid, and plans the best ones.
const SHARE = [1, 0.5, 0.2, 0.1, 0.1, 0.1]; // what the first, second … marker on an action adds
const paid = {}; // by action: [gained, times]
let seed = 1;
let planned = {}; // markers that it has placed in this round, by action
let legal = [];
let after = {};

function worth(gain) {
  return gain.score + 0.4 * gain.vatus + 0.3 * (gain.goods.fish_value || 0);
}

function chance() { // the same numbers in every run; Math.random() has no seed
  seed = (seed * 16807) % 2147483647;
  return seed / 2147483647;
}

function letters(token) { // "+SF" plans S and F, "-F" withdraws, "Fb3" fishes, "b2-c3" sails
  if (/^[a-d]\d-/.test(token)) return "S";
  return /^[+-]/.test(token) ? token.slice(1) : token.match(/^[A-Z]?/)[0];
}

function hope(token) { // what a plan may bring; an action that was never tried is worth a try
  const markers = { ...planned };
  let sum = 0;
  for (const letter of letters(token)) {
    const [gained, times] = paid[letter] || [0, 0];
    sum += (SHARE[markers[letter] || 0] * (gained + 6)) / (times + 2);
    markers[letter] = (markers[letter] || 0) + 1;
  }
  return sum;
}

function choose() {
  const value = (token) =>
    token[0] === "+" ? hope(token) : token[0] === "-" ? -9 : worth(after[token]) + 0.01 * chance();
  const best = legal.reduce((one, other) => (value(other) > value(one) ? other : one));
  if (best[0] !== "+") planned = {};
  for (const letter of letters(best)) {
    if (best[0] === "+") planned[letter] = (planned[letter] || 0) + 1;
    else {
      const known = (paid[letter] = paid[letter] || [0, 0]);
      known[0] += best[0] === "-" ? 0 : worth(after[best]) + (letter === "S" || letter === "R" ? 1.5 : 0);
      known[1] += 1;
    }
  }
  return best;
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...rest] = line.split(" ");
  if (word === "pvn") console.log("id name ahead\noption legal\noption after\nok");
  else if (word === "newgame") planned = {};
  else if (word === "legal") legal = rest;
  else if (word === "after") after = JSON.parse(rest.join(" "));
  else if (word === "go") console.log("move " + choose());
  else if (word === "quit") process.exit();
});
