import { readFileSync } from 'node:fs'
import { toFunctionSelector } from 'viem'
import type { StepResult } from './side.ts'

/** A row of the table of differences: a call, and the result of each side. */
export type Difference = {
  readonly contract: string
  readonly call: string
  readonly double: string
  readonly real: string
}

const table = new URL('../../../foundry/src/double/README.md', import.meta.url)

/** Reads the differences that the page of the doubles states. */
export function readDifferences(): readonly Difference[] {
  const [, section = ''] = readFileSync(table, 'utf8').split('## Compared with the protocols\n')
  const rows = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  return rows.map((row) => {
    const [contract, call, double, real] = row
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.replaceAll('`', '').trim())
    return { contract: contract!, call: call!, double: double!, real: real! }
  })
}

/**
 * Lists what two sides answer otherwise and no row states, or a row states otherwise.
 *
 * A row says the result of each side: `succeeds` with what is then another number, `no reason`, a text in quotes, an error; or that the numbers lie
 * within a part of those of the protocol, as `within 1e-12`.
 */
export function breachesOf(
  double: readonly StepResult[],
  real: readonly StepResult[],
  stated: readonly Difference[],
): readonly unknown[] {
  const breaches = double.flatMap((here, index): readonly unknown[] => {
    const there = real[index]!
    const row = stated.find(({ call }) => call === here.difference)
    if (here.difference !== null && row === undefined) {
      return [{ unstated: here.difference, ...contrastOf(here, there) }]
    }
    const isStated = row === undefined ? isAlike(here, there, 0) : isAsStated(here, there, row)
    return isStated ? [] : [{ row, ...contrastOf(here, there) }]
  })
  const differing = new Set(
    double.flatMap((here, index) => (isAlike(here, real[index]!, 0) ? [] : [here.difference])),
  )
  const idle = stated.filter(({ call }) => !differing.has(call))
  return [...breaches, ...idle.map((row) => ({ idle: row }))]
}

function isAsStated(here: StepResult, there: StepResult, row: Difference): boolean {
  const limit = /^within 1e-(\d+)$/.exec(row.double)
  if (limit !== null) return isAlike(here, there, Number(limit[1]))
  return isResult(here, row.double) && isResult(there, row.real)
}

function contrastOf(here: StepResult, there: StepResult) {
  const words = here.words.flatMap((word, index) =>
    word === there.words[index] ? [] : [`${index}: ${word} != ${there.words[index]}`],
  )
  const sizes = [here.words.length, there.words.length]
  return { step: here.name, here: here.reverted, there: there.reverted, sizes, words }
}

function isResult({ reverted }: StepResult, text: string): boolean {
  if (text.startsWith('succeeds')) return reverted === null
  return (
    reverted ===
    (/^\w+\(.*\)$/.test(text) && !text.startsWith('Panic') ? toFunctionSelector(text) : text)
  )
}

/** True of equal results; with digits, of those whose numbers agree to so many of them, or to two units. */
function isAlike(here: StepResult, there: StepResult, digits: number): boolean {
  if (here.reverted !== there.reverted || here.words.length !== there.words.length) return false
  return here.words.every((word, index) => {
    const expected = there.words[index]!
    if (word === expected) return true
    if (digits === 0) return false
    const [left, right] = [numberOf(word), numberOf(expected)]
    if (left === null || right === null) return false
    const distance = left > right ? left - right : right - left
    return distance <= 2n || distance * 10n ** BigInt(digits) <= (right < 0n ? -right : right)
  })
}

function numberOf(word: string): bigint | null {
  if (/^-?\d+$/.test(word) && word.length < 60) return BigInt(word)
  const hex = word.replace(/^0x/, '')
  return /^[0-9a-f]{64}$/.test(hex) ? BigInt.asIntN(256, BigInt(`0x${hex}`)) : null
}
