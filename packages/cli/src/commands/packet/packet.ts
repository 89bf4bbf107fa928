import { inflateRawSync } from 'node:zlib'
import { parseAddress } from '@vaultwright/merkle'
import {
  accountOf,
  type ComparedHashes,
  decodeFragment,
  hashPacket,
  type Inflate,
  judgePacket,
  openPacket,
  type PacketAccount,
} from '@vaultwright/packet'
import { ruleBook } from '@vaultwright/protocols'
import { defineCommand, list, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { readReads } from '../../input/call.ts'
import { chainOfWord } from '../../input/chain.ts'
import { readWord } from '../../input/input.ts'
import { namingOptions, readNaming } from '../../input/naming.ts'
import { finalityOptions, isFinalityGiven, nodeOptions } from '../../input/node-option.ts'
import { conditionalOption } from '../../input/permission.ts'
import { amountAt } from '../../input/shape.ts'
import { parseOuterSafe } from '../../input/signed.ts'
import { expectOption, readExpectation } from '../../print/expected.ts'
import { finalityJsonOf, printFinality } from '../../print/finality.ts'
import { packetJsonOf, printPacket, printPacketSummary } from '../../print/packet.ts'
import { printedPacketTotals, summaryOption } from '../../print/total.ts'
import type { Context, Json } from '../../terminal/context.ts'
import { readPacketRoot } from './packet-evidence.ts'
import { linkOf, linkOption, printLink, signingRoomOf } from './packet-link.ts'
import { readPacketSimulation } from './packet-simulation.ts'

export const command = defineCommand({
  name: 'packet',
  summary: 'Check a transaction before you sign it',
  describe:
    'Checks a packet before you sign it: Yes, Yes if, No or Incomplete, with a sentence a reason. Takes whatever people are asked to sign: calldata, a Safe batch file, a Safe transaction, EIP-712 typed data, evidence, a simulation, or a link of the signing room. Prints the content hash to read to the other signers, the hashes that your wallet must show, every call down to the last with its verdict, and what changes who may act. Yes needs a root that was proven from a block hash that you read elsewhere (--block, with --root-proof or --rpc-url), and the three hashes of your device. A tree alone gives a Yes with conditions (exit 1): that its root is in force, and its Manager on that chain; so do approvals that stay, and receivers other than the vault.',
  positionals: {
    packet: { describe: 'A file, hex, JSON, a link with a packet, or - for standard input' },
  },
  options: {
    tree: text('The tree of the strategist that you reviewed', 'file'),
    root: text('A root that you know from elsewhere: the answer is then not Yes', 'hex'),
    'root-proof': text('The answer of getRootProof: header, account and storage proof', 'file'),
    'manager-tree': text(
      'The tree of the own root of the Manager, for calls inside flash loans',
      'file',
    ),
    manager: text('The Manager; default: as the tree or the proof states', 'address'),
    reads: text('JSON object of values read from the chain', 'file'),
    safe: text('The Safe that signs, where the packet does not name it', 'address'),
    'safe-version': text('The answer of its VERSION(), as in 1.4.1', 'text'),
    nonce: text('The nonce that your wallet shows', 'count'),
    to: text('Of calldata alone: the account called', 'address'),
    outer: list(
      'A Safe that owns the Safe, with its nonce and version, as in 0x…=7@1.4.1; each further one owns the one before',
      'address=nonce',
    ),
    'domain-hash': text('The domain hash that your device shows', 'hex'),
    'message-hash': text('The message hash that your device shows', 'hex'),
    'safe-tx-hash': text('The safeTxHash that your device shows', 'hex'),
    witness: text(
      'The witness of a simulation of the packet: it must be of the very call that is signed',
      'file',
    ),
    'block-hash': text(
      'The hash of the block of the witness, from another source: the simulation runs again from it',
      'hex',
    ),
    ...linkOption,
    ...expectOption,
    ...summaryOption,
    ...finalityOptions,
    ...namingOptions,
    ...nodeOptions,
    block: text(
      'Of the root: number, hash, latest, safe or finalized; default: latest. The hash that you read elsewhere is needed for a Yes',
      'block',
    ),
    ...conditionalOption,
  },
  examples: [
    ['packet transaction.json --tree tree.json --safe-version 1.4.1', 'What would I sign?'],
    [
      'packet transaction.json --tree tree.json --safe-version 1.4.1 --domain-hash 0x… --message-hash 0x… --safe-tx-hash 0x…',
      'May I sign it? These hashes are on my device',
    ],
    [
      'packet transaction.json --tree tree.json --safe-version 1.4.1 --witness witness.json --block-hash 0x…',
      'Does the simulation of it hold? I read the hash of the block elsewhere',
    ],
    [
      'packet batch.json --tree tree.json --safe-version 1.4.1 --nonce 7 --root-proof proof.json --link https://vaults.example',
      'The link that I send to the signers',
    ],
    [
      'packet batch.json --tree tree.json --expect request.json --summary',
      'Is it what I asked for?',
    ],
    ['packet - --tree tree.json --json < batch.json', 'The verdict for a program'],
  ],
  run: async (args, context) => {
    const packet = openPacket(await readPacketText(args.packet, context))
    const account = accountFrom(args, accountOf(packet))
    const hashed = hashPacket(packet, account)
    const safe = hashed.ok ? hashed.safe : account.safe
    const final = isFinalityGiven(args)
      ? await (await import('../../input/finality.ts')).readFinality(args, context)
      : null
    if (final !== null && account.chainId !== null && account.chainId !== final.chainId) {
      const message = `The finality file is of chain ${final.chainId}, and the packet of chain ${account.chainId}. Give a file of that chain.`
      throw new UsageError(message, { option: 'finality' })
    }
    const finalHash = final?.block.hash ?? null
    const { root, file, accounts } = await readPacketRoot(
      { ...args, finalHash },
      { packet, safe },
      context,
    )
    const { codes, drones } = accounts
    const isFileWord = accounts.vault === null
    const named = {
      chainId: account.chainId,
      vault: accounts.vault ?? file?.metadata.vault ?? null,
      ...(isFileWord ? { vaultFrom: 'tree' } : {}),
      file,
      drones,
    }
    const naming = await readNaming(args, named, context)
    const verdict = judgePacket(packet, {
      account,
      compared: comparedIn(args),
      isOtherOnDevice: false,
      root,
      simulation: await readPacketSimulation(
        { ...args, finalHash, finalChainId: final?.chainId ?? null },
        packet,
        context,
      ),
      naming,
      hasCode: (one) => codes.get(one.toLowerCase()) ?? null,
      rules: ruleBook,
      reads: await readReads(args.reads, context),
    })
    const totals = await printedPacketTotals(verdict, naming)
    const calls = { calls: verdict.calls[0]?.call ?? packet.call, sender: safe, naming }
    const expected = await readExpectation(args.expect, calls, context)
    const answers = [verdict.answer, expected.answer]
    const isAccepted = answers.every(
      (answer) =>
        answer === 'yes' || (/^(conditional|open)$/.test(answer) && args['allow-conditional']),
    )
    const isNo = answers.includes('no')
    const base = args.link === undefined ? null : signingRoomOf(args.link)
    const link =
      base === null || isNo
        ? null
        : await linkOf({ packet, account, vault: naming.vault, base }, args, context)
    const { summary } = args
    return {
      json: () => {
        const from = isFileWord ? {} : { vaultFrom: 'chain' }
        const named = { ...naming, ...from }
        const json = packetJsonOf(packet, verdict, {
          root,
          naming: named,
          totals,
          expected,
          isAccepted,
        })
        const { answer, contentHash } = verdict
        const head = {
          answer,
          ok: isAccepted,
          contentHash,
          totals: totals.json,
          expected: expected.json,
        }
        return {
          ...(summary ? head : (json as object)),
          ...(final === null ? {} : { final: finalityJsonOf(final) }),
          ...(base === null ? {} : { link }),
        } as Json
      },
      text: function* (style) {
        const print = { root, naming, totals, expected, style }
        yield* summary ? printPacketSummary(verdict, print) : printPacket(verdict, print)
        if (final !== null) yield* printFinality(final, style)
        if (base !== null) yield* printLink(link, isNo, style)
      },
      exit: () => (isAccepted ? 0 : 1),
    }
  },
})

type AccountWords = {
  readonly safe: string | undefined
  readonly chain: string | undefined
  readonly 'safe-version': string | undefined
  readonly nonce: string | undefined
  readonly to: string | undefined
  readonly outer: readonly string[]
}

function accountFrom(words: AccountWords, stated: PacketAccount): PacketAccount {
  const version = words['safe-version'] ?? stated.version
  const outers = words.outer.map((word) => {
    const outer = parseOuterSafe(word)
    const safeVersion = outer.version ?? version
    if (safeVersion === null) {
      throw new UsageError(
        `The version of the outer Safe ${outer.safe} is not known. Give it as in 0x…=7@1.4.1.`,
      )
    }
    return { ...outer, version: safeVersion }
  })
  return {
    safe: words.safe === undefined ? stated.safe : parseAddress(words.safe),
    chainId: words.chain === undefined ? stated.chainId : chainOfWord(words.chain, 'chain').id,
    version,
    nonce: words.nonce === undefined ? stated.nonce : amountAt(words.nonce, '--nonce'),
    to: words.to === undefined ? stated.to : parseAddress(words.to),
    outers,
  }
}

type DeviceWords = {
  readonly 'domain-hash': string | undefined
  readonly 'message-hash': string | undefined
  readonly 'safe-tx-hash': string | undefined
}

function comparedIn(words: DeviceWords): ComparedHashes {
  const hashAt = (name: keyof DeviceWords) => {
    const text = words[name]
    if (text === undefined) return null
    const digits = text.replace(/^0x/, '').replace(/\s/g, '')
    if (/^[0-9a-fA-F]{64}$/.test(digits)) return `0x${digits.toLowerCase()}` as const
    throw new UsageError(`--${name} has another length than a hash. Give all 64 digits.`, {
      option: name,
    })
  }
  return {
    domain: hashAt('domain-hash'),
    message: hashAt('message-hash'),
    transaction: hashAt('safe-tx-hash'),
  }
}

const inflate: Inflate = async (bytes, limit) => inflateRawSync(bytes, { maxOutputLength: limit })

/** Reads a packet: hex or JSON as it is, the packet of a link, a file with or without `@`, or `-`. */
async function readPacketText(word: string, context: Context): Promise<string> {
  const mark = word.indexOf('#packet=')
  const linked = mark < 0 ? null : await decodeFragment(word.slice(mark), inflate)
  if (linked !== null) return linked
  const isText = word === '-' || /^(@|0x[0-9a-fA-F]*$|\s*[{[])/.test(word)
  return readWord(isText ? word : `@${word}`, context)
}
