import type { Hex } from '@vaultwright/base'
import type { PacketRoot, PacketVerdict } from '@vaultwright/packet'
import type { CallContext } from '@vaultwright/protocols'
import type { SafeHashes, SafeTransaction } from '@vaultwright/safe'
import { vaultJsonOf } from '../../print/call.ts'
import { callsJsonOf, printLayer, printReason } from '../../print/packet.ts'
import { printSignedLayer, signedJsonOf } from '../../print/signed.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs } from '../../terminal/table.ts'
import type { SafeApproval } from './approval.ts'
import { type HashedTransaction, libraryTextOf, type VersionHashes } from './hashed-transaction.ts'

/** The result of `safe hash`. */
export type HashResult = HashedTransaction & {
  readonly approvals: readonly SafeApproval[]
  readonly judged: Pick<PacketVerdict, 'calls' | 'reasons'>
  /** Null without a tree. */
  readonly root: PacketRoot | null
  readonly naming: CallContext
}

export function hashJsonOf(result: HashResult): Json {
  const { signed, input, chainId, hashes, approvals, judged, naming } = result
  return {
    safe: input.safe,
    chainId,
    transaction: input.transaction,
    multiSend: libraryTextOf(result) === null ? null : input.transaction.to,
    hashes: hashes.map((each) => ({
      versions: each.versions,
      isChainBound: each.isChainBound,
      ...namedJsonOf(each),
    })),
    approvals: approvals.map(({ safe, version, transaction, hashes: safeHashes }) => ({
      safe,
      version,
      transaction,
      ...namedJsonOf(safeHashes),
    })),
    signed: signedJsonOf(signed),
    calls: callsJsonOf(judged.calls, naming),
    reasons: judged.reasons as unknown as Json,
    notJudged: notJudgedOf(result),
    ...vaultJsonOf(naming),
  }
}

/** Prints what is signed as `packet` reads it, then the hashes that wallets show. */
export function* printHashes(result: HashResult, style: TextStyle): Iterable<string> {
  const { signed, input, chainId, hashes, approvals, judged, naming } = result
  if (signed.kind === 'safe_transaction' || signed.kind === 'safe_batch')
    yield* printSignedLayer(signed, style)
  for (const layer of judged.calls) yield* printLayer(layer, { naming, style })
  yield '\n'
  for (const reason of judged.reasons) yield* printReason(reason, style)
  for (const line of notJudgedOf(result)) yield style.yellow(`Not judged: ${line}\n`)
  yield '\n'
  const library = libraryTextOf(result)
  yield* printPairs(
    [
      ['Safe', input.safe],
      ['nonce', input.transaction.nonce.toString()],
      ...(library === null ? [] : ([['MultiSend', library]] as const)),
    ],
    style,
  )
  for (const each of hashes) {
    yield `\n${style.bold(`Safe ${each.versions}`)}, ${domainTextOf(each, chainId)}\n`
    yield* hashLines(each, style)
  }
  for (const { safe, version, transaction, hashes: safeHashes } of approvals) {
    yield `\n${style.bold('approveHash')} by the Safe ${safe} ${version}, nonce ${transaction.nonce}\n`
    yield* callLines(transaction, style)
    yield* hashLines(safeHashes, style)
  }
  yield style.dim(
    '\nLedger shows domain hash and message hash, the Safe app and its service safeTxHash.\n',
  )
}

/** The parts that the answer leaves open because a tree or a definition is missing. */
function notJudgedOf({ judged, root, naming }: HashResult): readonly string[] {
  const hasBatch = judged.calls.some(({ call }) => call.kind === 'manager_batch')
  return [
    ...(hasBatch && root === null
      ? ['whether a root permits the calls of the Manager. Give --tree.']
      : []),
    ...(naming.vault === null ? ['which account is the vault. Give --definition or --tree.'] : []),
  ]
}

function domainTextOf({ isChainBound }: VersionHashes, chainId: number | null): string {
  return isChainBound
    ? `chain ${chainId} in the domain`
    : 'no chain in the domain: signatures hold on every chain'
}

function* callLines({ to, data }: SafeTransaction, style: TextStyle): Iterable<string> {
  yield `  ${style.dim('to          ')}  ${to}\n`
  yield `  ${style.dim('data        ')}  ${data}\n`
}

/** Each hash whole, to copy; and in groups, to compare with a small screen. */
function* hashLines(hashes: SafeHashes, style: TextStyle): Iterable<string> {
  const rows: readonly (readonly [string, Hex, string])[] = [
    ['domain hash ', hashes.domain, groupsOf(hashes.domain).toUpperCase()],
    ['message hash', hashes.message, groupsOf(hashes.message).toUpperCase()],
    ['safeTxHash  ', hashes.transaction, groupsOf(hashes.transaction)],
  ]
  for (const [name, hash, groups] of rows) {
    yield `  ${style.dim(name)}  ${hash}\n`
    yield `  ${' '.repeat(name.length)}  ${groups}\n`
  }
}

/** Eight digits a group, as many as an eye holds. */
function groupsOf(hash: Hex): string {
  return hash.slice(2).match(/.{8}/g)!.join(' ')
}

function namedJsonOf({ domain, message, transaction }: SafeHashes): {
  readonly [name: string]: Json
} {
  return { domainHash: domain, messageHash: message, safeTxHash: transaction }
}
