import { BaseError } from '@vaultwright/base'
import type { Json } from '../answer.ts'
import type { Packing, PackingAnswer } from '../packing.ts'
import type { Ink } from './ink.ts'
import { printSafely } from './table.ts'

/**
 * Turns packed arguments into what `--json` shows.
 *
 * @returns `packed` and `rule` where all decoders agree, `candidates` with a `packed` each where they
 * do not; `needs` lists values of the chain that are missing, `refused` the decoders that revert.
 */
export function packingJsonOf({ packings, needs, refusals }: PackingAnswer): Json {
  const [first] = packings
  const isAgreed = packings.length === 1 && needs.length === 0
  return {
    ...(isAgreed ? first : packings.length > 0 ? { candidates: packings } : {}),
    ...(needs.length > 0 ? { needs } : {}),
    ...(refusals.length > 0 ? { refused: refusals } : {}),
  }
}

/** Prints packed arguments for a person. */
export function* printPacking(
  { packings, needs, refusals }: PackingAnswer,
  ink: Ink,
): Iterable<string> {
  for (const packing of packings) {
    yield `${packing.packed}\n`
    const { signature, decoders, inferred } = packing.rule
    yield ink.dim(
      `  ${signature} · ${listOf(decoders)}${inferred === null ? '' : ` · inferred: ${inferred}`}\n`,
    )
    for (const { label, address } of packing.entries) yield `  ${address}  ${printSafely(label)}\n`
    for (const { check } of packing.unverified)
      yield ink.yellow(`  not checked, needs the chain: ${check}\n`)
  }
  for (const { key, contract, function: asked } of needs) {
    yield `${ink.yellow('needs')}  ${key}  ${ink.dim(`${asked} of ${contract}`)}\n`
  }
  if (needs.length > 0) yield ink.dim('Give the values with --reads: {"<key>": "<value>"}.\n')
  for (const { rule, message } of refusals) {
    yield `${ink.dim(`${listOf(rule.decoders)} would revert: ${printSafely(message)}`)}\n`
  }
}

/** Prints an answer in one line, for the lines of standard input. */
export function printPackingLine(answer: PackingAnswer | BaseError, ink: Ink): string {
  if (answer instanceof BaseError) {
    return `${ink.red('error')} ${printSafely(answer.shortMessage)} [${answer.code}]\n`
  }
  const packed = answer.packings.map((packing: Packing) => packing.packed)
  const missing = answer.needs.map(({ key }) => ink.yellow(`needs ${key}`))
  return `${[...packed, ...missing].join(' ')}\n`
}

function listOf(names: readonly string[]): string {
  if (names.length <= 3) return names.join(', ')
  return `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
}
