import { rulesFor } from '@vaultwright/manager'
import { ruleBook, sentencesOfCall } from '@vaultwright/protocols'
import type { Evidence, EvidenceCall, EvidenceReason } from '@vaultwright/review'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printSafely } from './table.ts'

/** What was found about evidence. */
export type EvidenceFound = {
  readonly evidence: Evidence
  /** Empty when the document proves its calldata and is the one that was asked for. */
  readonly reasons: readonly EvidenceReason[]
  /** Who said that the root is the right one besides the document. */
  readonly rootFrom: 'chain' | 'given' | null
}

/** Of one call: all is proven, something cannot be said offline, or something contradicts. */
type Standing = 'proven' | 'unproven' | 'refused'
type Told = {
  readonly call: EvidenceCall
  readonly path: string
  readonly standing: Standing
  readonly reasons: readonly EvidenceReason[]
}

/** Turns what was found about evidence into what `--json` shows. */
export function evidenceJsonOf(found: EvidenceFound): Json {
  const { evidence, reasons, rootFrom } = found
  const {
    root,
    manager_root: managerRoot,
    manager,
    vault,
    strategist,
    chain_id: chainId,
  } = evidence
  return {
    ok: reasons.length === 0,
    verdict: standingOf(reasons),
    ...{ root, managerRoot, rootFrom, manager, vault, strategist, chainId },
    calls: toldCalls(found).map(({ path, standing, call }) => ({
      ...{ path, verdict: standing, signature: call.leaf.signature },
      ...{ target: call.target, decoder: call.decoder, value: call.value },
      sentences: sentencesOfCall(callIn(call), contextOf(evidence)),
      // The document's own words.
      stated: { leaf: call.leaf_position, description: call.description },
    })),
    reasons: reasons.map(({ code, call, isOpen, message, facts }) => ({
      ...{ code, call, isOpen, message, facts },
    })),
  }
}

/** Prints what was found about evidence for a person: a line a call, its reasons below it. */
export function* printEvidenceVerdict(found: EvidenceFound, ink: Ink): Iterable<string> {
  const told = toldCalls(found)
  for (const one of told) yield* printCall(one, found, ink)
  const paths = new Set(told.map(({ path }) => path))
  for (const { call, message, code } of found.reasons) {
    if (call === null || !paths.has(call)) yield `${printSafely(message)} ${ink.dim(`[${code}]`)}\n`
  }
  yield `\n${sentenceOf(found, told, ink)}\n`
  yield rootLine(found, ink)
}

function* printCall(
  { call, path, standing, reasons }: Told,
  { evidence }: EvidenceFound,
  ink: Ink,
): Iterable<string> {
  const margin = '  '.repeat(path.split('.').length - 1)
  const paint = { proven: ink.green, unproven: ink.yellow, refused: ink.red }[standing]
  const value = call.value === '0' ? '' : ` with ${call.value} wei`
  const name = nameOf(call)
  yield `${margin}${paint(standing.padEnd(8))}  call ${path}  ${name} on ${call.target}${value}\n`
  const below = `${margin}${' '.repeat(10)}`
  for (const sentence of sentencesOfCall(callIn(call), contextOf(evidence))) {
    yield `${below}${printSafely(sentence)}\n`
  }
  for (const { message, code } of reasons) {
    yield `${below}${printSafely(message)} ${ink.dim(`[${code}]`)}\n`
  }
  for (const text of new Set([call.description ?? '', call.leaf.description])) {
    if (text === '') continue
    yield ink.dim(`${below}words of the document, not checked: "${printSafely(text)}"\n`)
  }
  yield ink.dim(`${below}leaf ${call.leaf_position} of the document\n`)
}

/** A function goes by the name that the rules know; another text may hash to the same four bytes. */
function nameOf({ data, leaf }: EvidenceCall): string {
  const known = rulesFor(ruleBook, data.slice(0, 10)).map(({ signature }) => signature)
  return printSafely(known.includes(leaf.signature) ? leaf.signature : (known[0] ?? leaf.signature))
}

function callIn({ target, data, value }: EvidenceCall) {
  return { target, data, value: BigInt(value) }
}

function contextOf({ chain_id: chainId, vault }: Evidence) {
  return { chainId, vault }
}

function sentenceOf({ reasons }: EvidenceFound, told: readonly Told[], ink: Ink): string {
  const proven = told.filter(({ standing }) => standing === 'proven').length
  const count = `${proven} of ${told.length} calls follow from the document alone`
  if (reasons.length === 0) return ink.green(`Yes: ${count}.`)
  if (reasons.some(({ isOpen }) => !isOpen))
    return ink.red(`No: ${count}, and what is named above speaks against the document.`)
  return ink.yellow(
    `Not verifiable offline: ${count}. Give the values with --reads, or a chain with --rpc-url.`,
  )
}

/** A document can hold the proof of any tree: whose root it is only the chain knows. */
function rootLine({ evidence, rootFrom, reasons }: EvidenceFound, ink: Ink): string {
  const { root } = evidence
  if (rootFrom === 'chain') {
    const isSame = !reasons.some(({ code }) => code === 'other_root')
    return isSame
      ? `The root ${root} is the one on chain.\n`
      : ink.red(`The root ${root} is NOT the one on chain.\n`)
  }
  const how = '--rpc-url with --strategist does so'
  const rest = 'accounts, slots and descriptions are the word of the document alone'
  if (rootFrom === 'given')
    return `Whether the given root is the one on chain was not asked: ${how}. Its ${rest}.\n`
  return ink.yellow(
    `The root ${root} is the document's own word. Compare it with the one on chain: ${how}; --root takes one that you know. Its ${rest}.\n`,
  )
}

function toldCalls({ evidence, reasons }: EvidenceFound): readonly Told[] {
  const all = (calls: readonly EvidenceCall[], above: string): readonly Told[] =>
    calls.flatMap((call, index) => {
      const path = `${above}${index}`
      const own = reasons.filter((reason) => reason.call === path)
      return [
        { call, path, reasons: own, standing: standingOf(own) },
        ...all(call.nested, `${path}.`),
      ]
    })
  return all(evidence.calls, '')
}

function standingOf(reasons: readonly EvidenceReason[]): Standing {
  if (reasons.length === 0) return 'proven'
  return reasons.every(({ isOpen }) => isOpen) ? 'unproven' : 'refused'
}
