// Writes the table of docs/review.md that lists what `tree check` finds: a row a code, from the rules of packages/review.
import { readFileSync } from 'node:fs'
import { lintRules } from '../packages/review/src/lint/lint.ts'
import { writeIfStarted } from './generated.mjs'

const page = 'docs/review.md'
const [begin, end] = [
  '<!-- findings: made by scripts/make-lint.mjs -->\n',
  '<!-- end of findings -->',
]

/** The page with today's rules: path → text. */
export async function make() {
  const text = readFileSync(new URL(`../${page}`, import.meta.url), 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has no place for findings.`)
  return new Map([[page, `${text.slice(0, from)}${begin}${tableOf(lintRules)}${text.slice(to)}`]])
}

/** Rows of the codes, sorted. */
function tableOf(rules) {
  const rows = rules
    .flatMap(({ codes }) => Object.entries(codes))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([code, { severities, meaning }]) =>
        `| \`${code}\` | ${severities.join(', ')} | ${meaning} |`,
    )
  return ['\n| code | severity | meaning |', '|---|---|---|', ...rows, '\n'].join('\n')
}

await writeIfStarted(import.meta.url, make)
