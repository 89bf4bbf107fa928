import { createHash } from 'node:crypto'
import * as kit from '@solana/kit'
import * as svm from '@vaultwright/svm'
import type { Figure } from './figure.ts'
import { assertEqual, measure, microsecondsEach, ratiosOf } from './measure.ts'

type SvmSize = {
  readonly rounds: number
  /** Of a round. */
  readonly transactions: number
  /** Of a round. */
  readonly derivations: number
}

export const sizes = {
  full: { rounds: 9, transactions: 200, derivations: 100 },
  tiny: { rounds: 1, transactions: 3, derivations: 2 },
} as const

/** Transactions both ways, derived addresses and digests of Solana beside Kit's, each in microseconds. */
export async function benchSvm(size: SvmSize): Promise<readonly Figure[]> {
  const { rounds, transactions, derivations } = size
  const ofTransactions = { rounds, count: transactions }
  return [
    ...(await compare('svm-encode', ofTransactions, {
      make: makeMessage,
      ours: (message) => svm.encodeTransaction(message).base64,
      kits: kitsWire,
      print: [String, String],
    })),
    ...(await compare('svm-decode', ofTransactions, {
      // Kit writes what is decoded, so that ours has not seen it before.
      make: () => kitsWire(makeMessage()),
      ours: (wire) => svm.decodeTransaction(wire).message!.instructions,
      kits: (wire) => kitsMessage(wire).instructions,
      print: [(ours) => printInstructions(ours.map(kitsInstruction)), printInstructions],
    })),
    ...(await compare(
      'svm-derive',
      { rounds, count: derivations },
      {
        make: () => [new TextEncoder().encode('cpi-digest'), svm.svmBytesOf(makeKey())],
        ours: (seeds) => svm.deriveAddress(svm.tokenProgram, seeds),
        kits: kitsAddress,
        print: [({ address, bump }) => `${address} ${bump}`, (kits) => kits.join(' ')],
      },
    )),
    ...(await compare('svm-digest', ofTransactions, {
      make: () => makeMessage().instructions[0]!,
      ours: (call) => svm.cpiDigest(call, operators),
      kits: kitsDigest,
      print: [(ours) => Buffer.from(ours).toString('hex'), String],
    })),
  ]
}

type Comparison<Item, Ours, Kits> = {
  /** A new one each time. */
  readonly make: () => Item
  readonly ours: (item: Item) => Ours
  readonly kits: (item: Item) => Kits
  /** Both answers as texts, which are the same if the answers are. */
  readonly print: readonly [(ours: Awaited<Ours>) => string, (kits: Awaited<Kits>) => string]
}

/** Both get the same items, none twice. The answers of the last round are compared too, after the clock has stopped. */
async function compare<Item, Ours, Kits>(
  name: string,
  { rounds, count }: { readonly rounds: number; readonly count: number },
  { make, ours, kits, print }: Comparison<Item, Ours, Kits>,
): Promise<readonly Figure[]> {
  const turns = Array.from({ length: rounds + 1 }, () => Array.from({ length: count }, make))
  const answers: { ours: Awaited<Ours>[]; kits: Awaited<Kits>[] } = { ours: [], kits: [] }
  const medians = await measure(
    {
      ours: async (turn) => {
        answers.ours = await answerEach(turns[turn]!, ours)
      },
      kit: async (turn) => {
        answers.kits = await answerEach(turns[turn]!, kits)
      },
    },
    rounds,
  )
  const [printOurs, printKits] = print
  assertEqual(`${name}, count`, count, answers.kits.length)
  for (const [index, answer] of answers.ours.entries()) {
    assertEqual(name, printOurs(answer), printKits(answers.kits[index]!))
  }
  return ratiosOf(name, microsecondsEach(medians, count), { unit: 'us', fresh: true })
}

/** One after the other, as a program that needs one waits for it. */
async function answerEach<Item, Answer>(items: readonly Item[], answer: (item: Item) => Answer) {
  const answers: Awaited<Answer>[] = []
  for (const item of items) answers.push(await answer(item))
  return answers
}

const operators = [
  { kind: 'ingest_instruction', start: 0, length: 1 },
  { kind: 'ingest_account', index: 1 },
  { kind: 'ingest_account', index: 2 },
  { kind: 'ingest_account', index: 3 },
  { kind: 'ingest_instruction_data_size' },
] as const

/** Every key is another one, so that no memory of earlier work helps. */
let last = 0
function makeKey(): svm.SvmAddress {
  const bytes = new Uint8Array(32).fill(7)
  new DataView(bytes.buffer).setUint32(0, ++last)
  return svm.svmAddressOf(bytes)
}

/** A transfer of a token through a vault, and what it costs. */
function makeMessage(): svm.Message {
  const strategist = makeKey()
  const innerCall = svm.transferCheckedInstruction({
    tokenProgram: svm.tokenProgram,
    source: makeKey(),
    mint: makeKey(),
    recipient: makeKey(),
    authority: makeKey(),
    amount: 1_250_000n,
    decimals: 6,
  })
  const manage = svm.manageInstruction({
    strategist,
    vaultId: 3n,
    subAccount: 0,
    digestAddress: makeKey(),
    innerCall: {
      ...innerCall,
      accounts: innerCall.accounts.map((each) => ({ ...each, isSigner: false })),
    },
  })
  return {
    version: 0,
    feePayer: strategist,
    lifetime: makeKey(),
    instructions: [
      manage,
      svm.computeUnitLimitInstruction(200_000),
      svm.computeUnitPriceInstruction(1_000n),
    ],
    config: null,
    lookupTables: [],
  }
}

function kitsWire({ feePayer, lifetime, instructions }: svm.Message): string {
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (draft) => kit.setTransactionMessageFeePayer(kit.address(feePayer), draft),
    (draft) => kit.appendTransactionMessageInstructions(instructions.map(kitsInstruction), draft),
    (draft) =>
      kit.setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: kit.blockhash(lifetime), lastValidBlockHeight: 1n },
        draft,
      ),
  )
  return kit.getBase64EncodedWireTransaction(kit.compileTransaction(message))
}

function kitsInstruction({ program, accounts, data }: svm.Instruction) {
  return {
    programAddress: program as string as kit.Address,
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({
      address: address as string as kit.Address,
      role: ((isSigner ? 2 : 0) + (isWritable ? 1 : 0)) as kit.AccountRole,
    })),
    data,
  }
}

function kitsMessage(wire: string) {
  const { messageBytes } = kit.getTransactionDecoder().decode(kit.getBase64Encoder().encode(wire))
  return kit.decompileTransactionMessage(
    kit.getCompiledTransactionMessageDecoder().decode(messageBytes),
  )
}

function printInstructions(
  instructions: readonly Pick<kit.Instruction, 'programAddress' | 'accounts' | 'data'>[],
): string {
  return JSON.stringify(
    instructions.map(({ programAddress, accounts = [], data = new Uint8Array() }) => ({
      program: programAddress,
      accounts: accounts.map(({ address, role }) => [address, role]),
      data: Buffer.from(data).toString('hex'),
    })),
  )
}

function kitsAddress(seeds: readonly Uint8Array[]) {
  const programAddress = svm.tokenProgram as string as kit.Address
  return kit.getProgramDerivedAddress({ programAddress, seeds: [...seeds] })
}

/** Kit has no digest: its own encoder of addresses, and the hash of Node. */
function kitsDigest({ program, accounts, data }: svm.Instruction): string {
  const encoder = kit.getAddressEncoder()
  const encode = (address: svm.SvmAddress) =>
    Uint8Array.from(encoder.encode(address as string as kit.Address))
  const hash = createHash('sha256').update(encode(program)).update(data.subarray(0, 1))
  for (const { address, isSigner, isWritable } of accounts.slice(1, 4)) {
    hash.update(encode(address)).update(Uint8Array.of(+isSigner, +isWritable))
  }
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(data.length))
  return hash.update(size).digest('hex')
}
