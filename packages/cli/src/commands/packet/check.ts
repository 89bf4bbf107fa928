import { type Hex, parseHex, parseHexOf, printHex } from '@vaultwright/base'
import {
  type AnswerInputs,
  type AnswerReason,
  type AnswerVerdict,
  checkSavedAnswer,
  type KnownReview,
  parseSavedRequest,
  type WitnessRun,
} from '@vaultwright/check'
import type { ProvenFinality } from '@vaultwright/finality'
import { parseAddress } from '@vaultwright/merkle'
import { openHeader, parseWitness } from '@vaultwright/proof'
import { type ArgumentsOf, defineCommand, list, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { readInput, readJson, readWord, textOf } from '../../input/input.ts'
import {
  finalityOptions,
  isFinalityGiven,
  isNodeWanted,
  nodeOptions,
} from '../../input/node-option.ts'
import { conditionalOption } from '../../input/permission.ts'
import { readSoundTree } from '../../input/tree.ts'
import { finalityJsonOf, printFinality } from '../../print/finality.ts'
import type { Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'
import { originOfProof, readRootAt } from './packet-evidence.ts'
import { runWitness } from './packet-simulation.ts'

const checkOptions = {
  request: text(
    'What you asked for, as the client takes it: chain, vault_address, strategist_address, and the fields of the body',
    'file',
  ),
  tree: text('The tree of the strategist that you reviewed', 'file'),
  'manager-tree': text(
    'The tree of the own root of the Manager, for calls inside flash loans',
    'file',
  ),
  quote: text('Of a market transaction: the answer with its quote', 'file'),
  days: text('Of a performance: the answer with its days', 'file'),
  accounts: text('Of a transaction of Solana: the answer with the accounts of the vault', 'file'),
  'root-proof': text(
    'The answer of getRootProof: whether the root of the tree is in force; needs --block-hash or --finality',
    'file',
  ),
  witness: text(
    'Of a simulation: its witness, which runs again from the hash of its block',
    'file',
  ),
  head: text('Of a review: the hash of its last entry, from a reviewer or another copy', 'hex'),
  reviewer: list(
    'Of a review: whose passkey it is: <name>=<fingerprint of the public key>, from that reviewer; may be repeated',
    'name=hex',
  ),
  'block-hash': text(
    'The hash of the block of --root-proof and of --witness, from another source than the service',
    'hex',
  ),
  ...finalityOptions,
  ...nodeOptions,
  block: text(
    'Of the root that a node gives: number, hash, latest, safe or finalized; default: latest',
    'block',
  ),
  ...conditionalOption,
}

export const command = defineCommand({
  name: 'check',
  summary: 'Check whether a saved answer of the API follows from its inputs',
  describe:
    'Checks whether a saved answer of the API follows from what you asked for and from what you hold: Yes, No or Open, with a sentence a reason. Takes the body of a build, a quote, a market transaction, a limit order, daily data, a performance, a tree, a simulation, a review or a transaction of Solana. A build is proven call by call against your tree and compared with the request, approvals included; days, weeks and quotes are computed again from their receipts. What the service read on the chain is its word; with --rpc-url, or with --block-hash (or --finality, which proves it from a checkpoint) and a proof or a witness, the root in force and what a simulation saw are held against the chain. Every entry of a review is verified with its signature, offline: one that was removed, moved, changed or back-dated is named. Open (exit 1) when an input is missing or the chain alone can tell.',
  positionals: { answer: { describe: 'The body of the answer: a file, or - for standard input' } },
  options: checkOptions,
  examples: [
    ['check answer.json --request request.json --tree tree.json', 'Is this what I asked for?'],
    ['check days.json --request vault.json', 'Do these days follow from their receipts?'],
    [
      'check answer.json --request request.json --tree tree.json --rpc-url https://…',
      'And is the root of my tree in force?',
    ],
    [
      'check simulation.json --request request.json --tree tree.json --witness witness.json --block-hash 0x…',
      'Does what the simulation saw follow from the hash of its block, which I read elsewhere?',
    ],
    [
      'check review.json --head 0x… --reviewer alice=0x… --reviewer bob=0x…',
      'Did Alice and Bob sign this review, and is it whole?',
    ],
    [
      'check simulation.json --request request.json --tree tree.json --witness witness.json --finality finality.json --checkpoint 0x…',
      'The same from a checkpoint that I trust, in place of a hash',
    ],
  ],
  run: async (args, context) => {
    const answer = await readWord(wordOf(args.answer), context)
    const { request, tree, quote, days, accounts } = args
    const managerTree = args['manager-tree']
    const held = {
      request: request === undefined ? null : parseSavedRequest(await readJson(request, context)),
      tree: tree === undefined ? null : await readSoundTree(tree, context),
      managerTree: managerTree === undefined ? null : await readSoundTree(managerTree, context),
    }
    const final = await finalityOf(args, context)
    const checked = checkSavedAnswer(answer, {
      ...held,
      ...(await readEvidence({ ...args, final }, held, context)),
      quote: await readOptional(quote, context),
      days: await readOptional(days, context),
      accounts: await readOptional(accounts, context),
      review: readKnownReview(args),
      nowUnix: Math.floor(context.now() / 1_000),
    })
    const isAccepted =
      checked.answer === 'yes' || (checked.answer === 'open' && args['allow-conditional'])
    return {
      json: () => {
        const proven = final === null ? {} : { final: finalityJsonOf(final) }
        return { ok: isAccepted, ...checked, ...proven } as unknown as Json
      },
      text: (style) => [
        `${verdictText(checked.answer, style)}  ${checked.kind.replace('_', ' ')}\n`,
        ...checked.reasons.map((reason) => reasonText(reason, style)),
        ...(final === null ? [] : printFinality(final, style)),
      ],
      exit: () => (isAccepted ? 0 : 1),
    }
  },
})

type CheckOptions = ArgumentsOf<typeof checkOptions> & { readonly final: ProvenFinality | null }
type HeldInputs = Pick<AnswerInputs, 'request' | 'tree'>
type Evidence = Pick<AnswerInputs, 'rootInForce' | 'witnessRun'>

/** Follows the finality file that stands for the hash of the block; null without one. */
async function finalityOf(
  options: ArgumentsOf<typeof checkOptions>,
  context: Context,
): Promise<ProvenFinality | null> {
  if (!isFinalityGiven(options)) return null
  if (options['block-hash'] !== undefined) {
    const message = 'The finality file proves the hash of the block. Leave --block-hash out.'
    throw new UsageError(message, { option: 'block-hash' })
  }
  const { readFinality } = await import('../../input/finality.ts')
  return readFinality(options, context)
}

/** Refuses evidence of another chain than the one whose committees signed. */
function assertSameChain(chainId: number | null, final: ProvenFinality | null): void {
  if (final === null || chainId === null || chainId === final.chainId) return
  const message = `The finality file is of chain ${final.chainId}, and the proof or witness of chain ${chainId}. Give a file of that chain.`
  throw new UsageError(message, { option: 'finality' })
}

/** Reads what the chain says of an answer: from files and the hash of their block, or from a node. */
async function readEvidence(
  options: CheckOptions,
  held: HeldInputs,
  context: Context,
): Promise<Evidence> {
  const { 'root-proof': proof, witness, final } = options
  const hash = options['block-hash'] ?? final?.block.hash
  if (isNodeWanted(options)) return readFromNode(options, held, context)
  const lonely = proof !== undefined ? 'root-proof' : witness !== undefined ? 'witness' : null
  if (hash === undefined && lonely !== null) {
    throw new UsageError(
      `--${lonely} says nothing without the hash of its block. Give --block-hash, from another source than the service, or --finality.`,
      { option: 'block-hash' },
    )
  }
  if (hash === undefined) return {}
  if (lonely === null) {
    throw new UsageError(
      `--${final === null ? 'block-hash' : 'finality'} is of a proof or a witness. Give --root-proof or --witness.`,
      { option: final === null ? 'block-hash' : 'finality' },
    )
  }
  const blockHash = printHex(parseHexOf(hash, 32))
  const words = { block: blockHash, finalHash: null }
  const rootInForce =
    proof === undefined ? undefined : originOfProof(await readJson(proof, context), words)
  assertSameChain(rootInForce?.chainId ?? null, final)
  const witnessRun =
    witness === undefined
      ? undefined
      : await readRun(witness, { context, hashOf: async () => blockHash })
  assertSameChain(witnessRun?.witness.chainId ?? null, final)
  return {
    ...(rootInForce !== undefined && { rootInForce }),
    ...(witnessRun !== undefined && { witnessRun }),
  }
}

/** A node says which root is in force, and by which hash the block of the witness is its own. */
async function readFromNode(
  options: CheckOptions,
  { tree, request }: HeldInputs,
  context: Context,
): Promise<Evidence> {
  const { witness } = options
  const stray = (['block-hash', 'root-proof', 'finality'] as const).find(
    (name) => options[name] !== undefined,
  )
  if (stray !== undefined) {
    throw new UsageError(`A node is asked in place of --${stray}. Leave one of them out.`, {
      option: stray,
    })
  }
  const { manager = null, vault = null } = tree?.metadata ?? {}
  const strategist = request?.strategist_address
  const parties =
    manager === null || strategist === undefined
      ? null
      : { manager, vault, strategist: parseAddress(strategist) }
  if (parties === null && witness === undefined) {
    throw new UsageError(
      'The root of a strategist at a Manager is asked for, and one of them is missing. Give --tree with a file that names its Manager, and --request with the strategist_address.',
    )
  }
  const { onChain } = await import('../../input/node.ts')
  return onChain(options, context, async (chain) => ({
    ...(parties !== null && {
      rootInForce: await readRootAt(chain, { block: options.block, finalHash: null }, parties),
    }),
    ...(witness !== undefined && {
      witnessRun: await readRun(witness, {
        context,
        hashOf: async (number) => (await chain.readBlock(number)).hash,
      }),
    }),
  }))
}

type RunSource = {
  readonly context: Context
  /** The hash of the block of a number that counts. */
  readonly hashOf: (blockNumber: bigint) => Promise<Hex>
}

async function readRun(path: string, { context, hashOf }: RunSource): Promise<WitnessRun> {
  const witness = parseWitness(textOf(await readInput(path, context), path))
  const { number } = openHeader(parseHex(witness.header))
  return runWitness(witness, await hashOf(number))
}

/** Reads what the auditor knows of a review from its reviewers. */
function readKnownReview({ head, reviewer }: Pick<CheckOptions, 'head' | 'reviewer'>): KnownReview {
  const keys = new Map<string, Set<Hex>>()
  for (const word of reviewer ?? []) {
    const match = /^(.+)=(0x[0-9a-fA-F]{64})$/s.exec(word)
    if (match === null) {
      throw new UsageError(
        `--reviewer cannot be ${JSON.stringify(word)}. Give a name and the fingerprint of a public key, as in alice=0x… with 64 digits.`,
        { option: 'reviewer', value: word },
      )
    }
    const [, name, fingerprint] = match
    const hash = printHex(parseHexOf(fingerprint!, 32))
    keys.set(name!, (keys.get(name!) ?? new Set()).add(hash))
  }
  return { head: head === undefined ? null : printHex(parseHexOf(head, 32)), keys }
}

const wordOf = (path: string) => (path === '-' || path.startsWith('@') ? path : `@${path}`)

async function readOptional(path: string | undefined, context: Context): Promise<string | null> {
  return path === undefined ? null : readWord(wordOf(path), context)
}

function verdictText(answer: AnswerVerdict['answer'], style: TextStyle): string {
  if (answer === 'yes') return style.green('Yes: it follows.')
  return answer === 'no'
    ? style.red('No: it does not follow.')
    : style.yellow('Open: not all of it can be told.')
}

function reasonText({ weight, message, code }: AnswerReason, style: TextStyle): string {
  const { red, yellow, dim } = style
  const paint = { no: red, open: yellow, condition: yellow, note: dim }[weight]
  const word = weight === 'condition' ? 'if' : weight
  return `  ${paint(word.padEnd(4))}  ${printSafely(message)} ${style.dim(`[${code}]`)}\n`
}
