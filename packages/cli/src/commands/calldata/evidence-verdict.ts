import { rulesFor } from '@vaultwright/manager'
import { type CallContext, describeCall, ruleBook } from '@vaultwright/protocols'
import type { Evidence, EvidenceCall, EvidenceReason } from '@vaultwright/review'
import { descriptionJsonOf, printDescription, printMarks, vaultJsonOf } from '../../print/call.ts'
import type { PrintedExpectation } from '../../print/expected.ts'
import type { PrintedTotals } from '../../print/total.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'

export type EvidenceFound = {
  readonly evidence: Evidence
  /** Empty when the document proves its calldata and is the one that was asked for. */
  readonly reasons: readonly EvidenceReason[]
  /** The source that confirms the root besides the document. */
  readonly rootFrom: 'chain' | 'given' | null
  /** The context of describing its calls. */
  readonly naming: CallContext
  readonly totals: PrintedTotals
  readonly expected: PrintedExpectation
  /** True if no call is shown. */
  readonly summary: boolean
}

/** True if the document proves its calldata, and is of the request where one is given. */
export function isProven({ reasons, expected }: EvidenceFound): boolean {
  return reasons.length === 0 && expected.answer === 'yes'
}

/** Of one call: all is proven, something cannot be said offline, or something contradicts. */
type CallProof = 'proven' | 'unproven' | 'refused'
type JudgedCall = {
  readonly call: EvidenceCall
  readonly path: string
  readonly proof: CallProof
  readonly reasons: readonly EvidenceReason[]
}

export function evidenceJsonOf(evidenceResult: EvidenceFound): Json {
  const { evidence, reasons, rootFrom, naming } = evidenceResult
  const { root, manager_root: managerRoot, manager, strategist, chain_id: chainId } = evidence
  const head = {
    ok: isProven(evidenceResult),
    verdict: callProofOf(reasons),
    totals: evidenceResult.totals.json,
    expected: evidenceResult.expected.json,
  }
  if (evidenceResult.summary) return head
  return {
    ...head,
    root,
    managerRoot,
    rootFrom,
    manager,
    ...vaultJsonOf(rootFrom === 'chain' ? { ...naming, vaultFrom: 'chain' } : naming),
    strategist,
    chainId,
    calls: judgedCallsOf(evidenceResult).map(({ path, proof, call }) => ({
      path,
      verdict: proof,
      signature: call.leaf.signature,
      target: call.target,
      decoder: call.decoder,
      value: call.value,
      ...describedJsonOf(call, naming),
      // The document's own words.
      stated: { leaf: call.leaf_position, description: call.description },
    })),
    reasons: reasons.map(({ code, call, isOpen, message, facts }) => ({
      code,
      call,
      isOpen,
      message,
      facts,
    })),
  }
}

/** Prints what was found about evidence for a person: a line a call, its reasons below it. */
export function* printEvidenceVerdict(
  evidenceResult: EvidenceFound,
  style: TextStyle,
): Iterable<string> {
  const calls = judgedCallsOf(evidenceResult)
  const { naming, summary } = evidenceResult
  yield* evidenceResult.expected.print(style)
  if (summary) {
    yield* evidenceResult.totals.print(style)
    yield `${sentenceOf(evidenceResult, calls, style)}\n`
    yield rootLine(evidenceResult, style)
    return
  }
  yield* printMarks(new Map(calls.map(({ path, call }) => [path, describedOf(call, naming)])), {
    style,
    naming,
  })
  yield* evidenceResult.totals.print(style)
  for (const call of calls) yield* printCall(call, evidenceResult, style)
  const paths = new Set(calls.map(({ path }) => path))
  for (const { call, message, code } of evidenceResult.reasons) {
    if (call === null || !paths.has(call))
      yield `${printSafely(message)} ${style.dim(`[${code}]`)}\n`
  }
  yield `\n${sentenceOf(evidenceResult, calls, style)}\n`
  yield rootLine(evidenceResult, style)
}

function* printCall(
  { call, path, proof, reasons }: JudgedCall,
  { naming }: EvidenceFound,
  style: TextStyle,
): Iterable<string> {
  const margin = '  '.repeat(path.split('.').length - 1)
  const paint = { proven: style.green, unproven: style.yellow, refused: style.red }[proof]
  const value = call.value === '0' ? '' : ` with ${call.value} wei`
  const name = nameOf(call)
  yield `${margin}${paint(proof.padEnd(8))}  call ${path}  ${name} on ${call.target}${value}\n`
  const below = `${margin}${' '.repeat(10)}`
  yield* printDescription(describedOf(call, naming), style, below)
  for (const { message, code } of reasons) {
    yield `${below}${printSafely(message)} ${style.dim(`[${code}]`)}\n`
  }
  for (const text of new Set([call.description ?? '', call.leaf.description])) {
    if (text === '') continue
    yield style.dim(`${below}words of the document, not checked: "${printSafely(text)}"\n`)
  }
  yield style.dim(`${below}leaf ${call.leaf_position} of the document\n`)
}

/** A function goes by the name that the rules know; another text may hash to the same four bytes. */
function nameOf({ data, leaf }: EvidenceCall): string {
  const signatures = rulesFor(ruleBook, data.slice(0, 10)).map(({ signature }) => signature)
  return printSafely(
    signatures.includes(leaf.signature) ? leaf.signature : (signatures[0] ?? leaf.signature),
  )
}

function callIn({ target, data, value }: EvidenceCall) {
  return { target, data, value: BigInt(value) }
}

/** Describes a call; the document says which of its arguments the leaf binds, and the proof shows it. */
function describedOf(call: EvidenceCall, naming: CallContext) {
  const { signature, arguments: bound } = call.leaf
  return describeCall(callIn(call), naming, { signature, arguments: bound })
}

function describedJsonOf(call: EvidenceCall, naming: CallContext) {
  const { signature: _, ...described } = descriptionJsonOf(describedOf(call, naming))
  return described
}

function sentenceOf(
  { reasons }: EvidenceFound,
  calls: readonly JudgedCall[],
  style: TextStyle,
): string {
  const proven = calls.filter(({ proof }) => proof === 'proven').length
  const count = `${proven} of ${calls.length} calls follow from the document alone`
  if (reasons.length === 0) return style.green(`Yes: ${count}.`)
  if (reasons.some(({ isOpen }) => !isOpen))
    return style.red(`No: ${count}, and what is named above speaks against the document.`)
  return style.yellow(
    `Not verifiable offline: ${count}. Give the values with --reads, or a chain with --rpc-url.`,
  )
}

/** A document can hold the proof of any tree: whose root it is only the chain knows. */
function rootLine({ evidence, rootFrom, reasons }: EvidenceFound, style: TextStyle): string {
  const { root } = evidence
  if (rootFrom === 'chain') {
    const isSame = !reasons.some(({ code }) => code === 'other_root')
    return isSame
      ? `The root ${root} is the one on chain.\n`
      : style.red(`The root ${root} is NOT the one on chain.\n`)
  }
  const how = '--rpc-url with --strategist does so'
  const limits = 'accounts, slots and descriptions are the word of the document alone'
  if (rootFrom === 'given')
    return `Whether the given root is the one on chain was not asked: ${how}. Its ${limits}.\n`
  return style.yellow(
    `The root ${root} comes from the document and was not checked. Compare it with the one on chain: ${how}; --root takes one that you know. Its ${limits}.\n`,
  )
}

function judgedCallsOf({ evidence, reasons }: EvidenceFound): readonly JudgedCall[] {
  const all = (calls: readonly EvidenceCall[], above: string): readonly JudgedCall[] =>
    calls.flatMap((call, index) => {
      const path = `${above}${index}`
      const callReasons = reasons.filter((reason) => reason.call === path)
      return [
        { call, path, reasons: callReasons, proof: callProofOf(callReasons) },
        ...all(call.nested, `${path}.`),
      ]
    })
  return all(evidence.calls, '')
}

function callProofOf(reasons: readonly EvidenceReason[]): CallProof {
  if (reasons.length === 0) return 'proven'
  return reasons.every(({ isOpen }) => isOpen) ? 'unproven' : 'refused'
}
