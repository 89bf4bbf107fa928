import { type Address, isSound } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import { judgeTransaction, type PacketRoot, type PacketVerdict } from '@vaultwright/packet'
import { type CallContext, ruleBook } from '@vaultwright/protocols'
import {
  openSignedCall,
  type SafeHashes,
  type SafeTransaction,
  type SignedCall,
  safeHashInputOf,
  signedCallsOf,
  usualMultiSendOf,
} from '@vaultwright/safe'
import { defineCommand, list, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { chainOfWord } from '../../input/chain.ts'
import { namingOptions, readNaming } from '../../input/naming.ts'
import { amountAt } from '../../input/shape.ts'
import { parseOuterSafe, readSignedInput } from '../../input/signed.ts'
import { readTree } from '../../input/tree.ts'
import { vaultJsonOf } from '../../print/call.ts'
import { callsJsonOf, printLayer, printReason } from '../../print/packet.ts'
import { printSignedLayer, signedJsonOf } from '../../print/signed.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs } from '../../terminal/table.ts'
import { printHashRows } from './hash-row.ts'
import {
  approvalsOf,
  type HashedTransaction,
  hashedOf,
  libraryTextOf,
  type SafeApproval,
  type VersionHashes,
} from './hashed-transaction.ts'

export const command = defineCommand({
  name: 'safe hash',
  summary: 'Compute the hashes that the owners of a Safe sign',
  describe:
    'Computes what the owners of a Safe sign: domain hash and message hash, as hardware wallets show them, and safeTxHash, for Safes from 1.0.0 to 1.5.0. Takes a Safe batch file, a transaction as the Safe service writes it, EIP-712 typed data, or calldata; a hash that the input states and that is not its own is refused. With --outer also the approveHash transaction of a Safe that owns the Safe. Shows every call as packet does: with --tree its verdict, and exit 1 where one is not proven or something speaks against signing.',
  positionals: {
    input: {
      describe:
        'What is signed, as calldata decode takes it: hex or JSON, @file, or - for standard input',
    },
  },
  options: {
    safe: text('The Safe that signs, where the input does not name it', 'address'),
    chain: text('Its chain, name or id, where the input does not name it', 'name'),
    'safe-version': text('The answer of its VERSION(), as in 1.4.1; default: all versions', 'text'),
    nonce: text('The nonce of the transaction, where the input does not name it', 'count'),
    to: text('Of calldata alone: the account called', 'address'),
    'multi-send': text(
      'The MultiSend library for several calls; default: the one that the Safe web app takes for --safe-version',
      'address',
    ),
    outer: list(
      'A Safe that is an owner of the Safe, with its nonce and version if it is another, as in 0x…=7 or 0x…=7@1.3.0; each further one owns the one before. With /aggregate3 or /aggregate3Value behind it, it approves by borrowing Multicall3, as public multisig tasks do',
      'address=nonce',
    ),
    tree: text('The tree of the strategist that the calls are held against', 'file'),
    'manager-tree': text(
      'The tree of the own root of the Manager, for calls inside flash loans',
      'file',
    ),
    ...namingOptions,
  },
  examples: [
    ['safe hash @transaction.json --chain mainnet', 'Which hashes must the wallet show?'],
    [
      'safe hash @safe-batch.json --safe 0x… --nonce 12 --safe-version 1.4.1',
      'Of a batch file, before it is proposed',
    ],
    [
      'safe hash @transaction.json --chain mainnet --safe-version 1.4.1 --outer 0x…=3',
      'Signed by a Safe that owns the Safe',
    ],
  ],
  run: async (args, context) => {
    const signed = await openedInput(args.input, args.to, context)
    const version = args['safe-version'] ?? null
    const multiSend = multiSendOf(signed, args['multi-send'], version)
    const input = safeHashInputOf(signed, {
      safe: args.safe === undefined ? null : parseAddress(args.safe),
      nonce: args.nonce === undefined ? null : amountAt(args.nonce, '--nonce'),
      multiSend,
    })
    const hashed = hashedOf(signed, input, { chain: args.chain, version })
    const outers = args.outer.map((word) => parseOuterSafe(word))
    const approvals = approvalsOf(hashed, outers)
    const { root, file } = await readRoot(args, context)
    const chainIdGiven =
      args.chain === undefined ? input.chainId : chainOfWord(args.chain, 'chain').id
    const chainId = hashed.chainId ?? chainIdGiven
    const named = { chainId, vault: file?.metadata.vault ?? null, vaultFrom: 'tree', file }
    const naming = await readNaming(args, named, context)
    const { transaction, safe } = input
    const evidence = { root, rules: ruleBook, reads: {}, naming }
    const judged = judgeTransaction(signed, { transaction, sender: safe, chainId }, evidence)
    const result = { ...hashed, approvals, judged, root, naming }
    const isOpen =
      root !== null &&
      judged.reasons.some(({ weight }) => weight === 'no' || weight === 'incomplete')
    return {
      json: () => hashJsonOf(result),
      text: (style) => printHashes(result, style),
      exit: () => {
        if (signedCallsOf(signed).some(({ call }) => call.problem !== null)) return 3
        return isOpen ? 1 : 0
      },
    }
  },
})

type TreeWords = {
  readonly tree: string | undefined
  readonly 'manager-tree': string | undefined
}

/** The trees that the calls are held against, as `packet` takes them; nothing where none is given. */
async function readRoot(
  { tree: path, 'manager-tree': managerTreePath }: TreeWords,
  context: Parameters<typeof readSignedInput>[1],
): Promise<{ readonly root: PacketRoot | null; readonly file: TreeFile | null }> {
  if (path === undefined) {
    if (managerTreePath === undefined) return { root: null, file: null }
    throw new UsageError('--manager-tree goes with --tree. Give --tree as well.')
  }
  const file = await readTree(path, context)
  const managerFile =
    managerTreePath === undefined ? null : await readTree(managerTreePath, context)
  const nothing = { root: null, provenManager: null, strategist: null, chainId: null, block: null }
  const root: PacketRoot = {
    ...nothing,
    origin: 'tree',
    tree: file.tree,
    manager: file.metadata.manager,
    isContradictory: [file, managerFile].some((each) => each !== null && !isSound(each.findings)),
    managerTree: managerFile?.tree ?? null,
  }
  return { root, file }
}

async function openedInput(
  word: string,
  to: string | undefined,
  context: Parameters<typeof readSignedInput>[1],
): Promise<SignedCall> {
  const input = await readSignedInput(word, context)
  const isCalldata = input.kind === 'manager' || input.call.data !== '0x'
  if (!isCalldata && to !== undefined) {
    throw new UsageError('The document names who is called. Leave --to out.')
  }
  if (input.kind === 'signed' && to === undefined) return input.call
  const { data } = input.kind === 'manager' ? input : input.call
  const target = to === undefined ? null : parseAddress(to)
  const call = { to: target, value: 0n, data } as const
  // The code of a MultiSend library and of Multicall3 is borrowed, never called.
  const opened = openSignedCall({ ...call, operation: 'call' })
  const isBorrowed = opened.kind === 'multi_send' || opened.kind === 'multicall'
  if (!isBorrowed || target === null) return opened
  return openSignedCall({ ...call, operation: 'delegatecall' })
}

/** The hash depends on the library, so it is never chosen without a version that says which is usual. */
function multiSendOf(
  signed: SignedCall,
  word: string | undefined,
  version: string | null,
): Address {
  if (word !== undefined) return parseAddress(word)
  const isNeeded =
    signed.kind === 'safe_batch'
      ? signed.children.length > 1
      : signed.kind === 'multi_send' && signed.to === null
  if (isNeeded && version === null) {
    throw new UsageError(
      'Several calls are one transaction of a MultiSend library, which is not known. Give --multi-send, or --safe-version for the usual one.',
    )
  }
  const isDelegating = signed.children.some(({ operation }) => operation === 'delegatecall')
  const name = isDelegating ? 'MultiSend' : 'MultiSendCallOnly'
  return usualMultiSendOf(version ?? '1.4.1', name).address
}

/** The result of `safe hash`. */
type HashResult = HashedTransaction & {
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

function* hashLines(hashes: SafeHashes, style: TextStyle): Iterable<string> {
  yield* printHashRows(
    [
      ['domain hash ', hashes.domain],
      ['message hash', hashes.message],
      ['safeTxHash  ', hashes.transaction],
    ],
    style,
  )
}

function namedJsonOf({ domain, message, transaction }: SafeHashes): {
  readonly [name: string]: Json
} {
  return { domainHash: domain, messageHash: message, safeTxHash: transaction }
}
