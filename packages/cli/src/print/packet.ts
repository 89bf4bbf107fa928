import type { Hex } from '@vaultwright/base'
import {
  describeBatch,
  layerFactsOf,
  type Packet,
  type PacketCall,
  type PacketReason,
  type PacketRoot,
  type PacketVerdict,
} from '@vaultwright/packet'
import type { CallContext } from '@vaultwright/protocols'
import type { Json } from '../terminal/context.ts'
import type { TextStyle } from '../terminal/style.ts'
import { printPairs, printSafely } from '../terminal/table.ts'
import { describeSigned, printCall, printMarks, vaultJsonOf } from './call.ts'
import type { PrintedExpectation } from './expected.ts'
import { layerLineOf } from './signed.ts'
import type { PrintedTotals } from './total.ts'
import { printVerdictCalls, verdictJsonOf } from './verdict.ts'

/** The root that a packet was compared with, and the names of accounts. */
type PacketPrintContext = {
  readonly root: PacketRoot | null
  readonly naming: CallContext
  readonly totals: PrintedTotals
  readonly expected: PrintedExpectation
}

export function packetJsonOf(
  packet: Packet,
  { answer, contentHash, reasons, hashed, calls, governance }: PacketVerdict,
  {
    root,
    naming,
    totals,
    expected,
    isAccepted,
  }: PacketPrintContext & { readonly isAccepted: boolean },
): Json {
  return {
    answer,
    ok: isAccepted,
    form: packet.form,
    contentHash,
    totals: totals.json,
    expected: expected.json,
    safe: hashed.ok ? hashed.safe : null,
    hashes: hashed.ok ? hashesJsonOf(hashed.hashes) : null,
    shownHashes: hashed.ok ? hashesJsonOf(hashed.shown) : null,
    transaction: hashed.ok ? (hashed.transaction as Json) : null,
    missing: hashed.ok ? [] : hashed.missing,
    root: root === null ? null : { root: root.root, origin: root.origin },
    ...vaultJsonOf(naming),
    reasons: reasons as unknown as Json,
    governance: governance as unknown as Json,
    calls: callsJsonOf(calls, naming),
  }
}

/** Makes the JSON of judged calls: each with its place, and a batch with what its calls do. */
export function callsJsonOf(calls: readonly PacketCall[], naming: CallContext): Json {
  return calls.map(({ path, call, sender, batch }) => ({
    path,
    kind: call.kind,
    to: call.to,
    value: call.value,
    operation: call.operation,
    data: call.data,
    sender,
    batch:
      batch === null
        ? null
        : verdictJsonOf(
            batch,
            describeBatch(call.data, naming, { manager: call.to, verdict: batch }),
          ),
  })) as unknown as Json
}

/** Prints a packet in the order in which a signer must look. */
export function* printPacket(
  verdict: PacketVerdict,
  { root, naming, totals, expected, style }: PacketPrintContext & { readonly style: TextStyle },
): Iterable<string> {
  const { hashed, calls, reasons, answer, contentHash } = verdict
  yield* totals.print(style)
  yield* expected.print(style)
  yield `${style.bold(`Packet ${shortOf(contentHash)}`)}  ${style.dim('read it to the other signers')}\n`
  const wallet = hashed.ok
    ? ([
        ['Safe', hashed.safe],
        ['nonce', String(hashed.transaction.nonce)],
        ['domain hash', hashed.shown.domain],
        ['message hash', hashed.shown.message],
        ['safeTxHash', hashed.shown.transaction],
      ] as const)
    : []
  const against =
    root === null
      ? 'nothing'
      : `${root.root ?? 'the root of the tree'} (${originTexts[root.origin]})`
  yield* printPairs([['content hash', contentHash], ...wallet, ['against', against]], style)
  for (const layer of calls) yield* printLayer(layer, { naming, style })
  yield '\n'
  yield answerLineOf(answer, style)
  for (const reason of reasons) yield* printReason(reason, style)
}

/** Prints the totals of a packet, its answer and the heaviest reason. */
export function* printPacketSummary(
  { reasons, answer, contentHash }: PacketVerdict,
  {
    totals,
    expected,
    style,
  }: Pick<PacketPrintContext, 'totals' | 'expected'> & {
    readonly style: TextStyle
  },
): Iterable<string> {
  yield* totals.print(style)
  yield* expected.print(style)
  yield* printPairs([['content hash', contentHash]], style)
  yield answerLineOf(answer, style)
  const [first] = reasons
  if (first !== undefined) yield* printReason(first, style)
  if (reasons.length > 1)
    yield style.dim(`        and ${reasons.length - 1} more without --summary\n`)
}

function answerLineOf(answer: PacketVerdict['answer'], style: TextStyle): string {
  const { green, red, yellow } = style
  const paint = { yes: green, conditional: yellow, no: red, incomplete: yellow }[answer]
  return `${paint(style.bold(answerTexts[answer]))}\n`
}

const originTexts = {
  tree: 'the tree given, rebuilt here',
  chain: 'proven from the hash of a block',
  server: 'stated by the node, not proven',
  pasted: 'given, not proven',
} as const
const answerTexts = {
  yes: 'Yes: every call is proven, and the hashes are those of your device.',
  conditional:
    'Yes, if each line marked "if" is so and is meant. The hashes are those of your device.',
  no: 'No: do not sign this packet.',
  incomplete: 'Incomplete: do not sign yet.',
} as const

/** Prints one call of what is signed, and of a batch of a Manager every call with its verdict. */
export function* printLayer(
  { path, call, batch }: PacketCall,
  { naming, style }: { readonly naming: CallContext; readonly style: TextStyle },
): Iterable<string> {
  const margin = '  '.repeat(path === '' ? 0 : path.split('.').length)
  yield `\n${margin}${layerLineOf(call, path, style)}\n`
  for (const fact of layerFactsOf(call)) yield `${margin}  ${style.dim(printSafely(fact))}\n`
  if (call.kind === 'call') {
    yield* printCall(describeSigned(call, naming), call.data, { style, margin: `${margin}  ` })
  }
  if (batch === null) return
  const descriptions = describeBatch(call.data, naming, { manager: call.to, verdict: batch })
  const lines = [
    ...printMarks(descriptions, { style, naming }),
    ...printVerdictCalls(batch, { style, descriptions, naming }),
  ]
  for (const line of lines) yield line === '\n' ? line : `${margin}  ${line}`
}

export function* printReason(
  { weight, path, message }: PacketReason,
  style: TextStyle,
): Iterable<string> {
  const { red, yellow, dim } = style
  const paint = { no: red, incomplete: yellow, condition: yellow, note: dim }[weight]
  const word = { no: 'no  ', incomplete: 'open', condition: 'if  ', note: 'note' }[weight]
  const place = path === null || path === '' ? '' : `call ${path}: `
  yield `  ${paint(word)}  ${place}${printSafely(message)}\n`
}

function hashesJsonOf(hashes: {
  readonly domain: Hex
  readonly message: Hex
  readonly transaction: Hex
}): Json {
  const { domain, message, transaction } = hashes
  return { domainHash: domain, messageHash: message, safeTxHash: transaction }
}

/** The first 16 digits in groups of four, as the signing room shows them. */
function shortOf(hash: Hex): string {
  return (hash.slice(2, 18).match(/.{4}/g) ?? []).join(' ').toUpperCase()
}
