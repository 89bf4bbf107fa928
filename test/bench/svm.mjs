import { createHash } from 'node:crypto'
import * as kit from '@solana/kit'
import * as svm from '@vaultwright/svm'
import { assertEqual, measure, ratiosOf } from './measure.mjs'

const transactions = 200
const derivations = 100

/** Every key is another one, so that no memory of earlier work helps. */
let last = 0
const freshKey = () => {
  const bytes = new Uint8Array(32).fill(7)
  new DataView(bytes.buffer).setUint32(0, ++last)
  return svm.svmAddressOf(bytes)
}

export async function benchSvm(rounds) {
  const messages = Array.from({ length: transactions }, freshMessage)
  const wires = messages.map((message) => svm.encodeTransaction(message).base64)
  assertEqual('encode', wires[0], kitsWire(messages[0]))
  const encode = await measure(
    {
      ours: () => forEach(messages, (message) => svm.encodeTransaction(message)),
      kit: () => forEach(messages, kitsWire),
    },
    rounds,
  )
  assertEqual(
    'decode',
    svm.decodeTransaction(wires[0]).message.instructions.length,
    kitsMessage(wires[0]).instructions.length,
  )
  const decode = await measure(
    {
      ours: () => forEach(wires, (wire) => svm.decodeTransaction(wire)),
      kit: () => forEach(wires, kitsMessage),
    },
    rounds,
  )
  const seeds = () => [kit.getUtf8Encoder().encode('cpi-digest'), svm.svmBytesOf(freshKey())]
  const same = seeds()
  assertEqual(
    'pda',
    svm.deriveAddress(svm.tokenProgram, same).address,
    (await kitsAddress(same))[0],
  )
  const derive = await measure(
    {
      ours: () => {
        for (let index = 0; index < derivations; index++)
          svm.deriveAddress(svm.tokenProgram, seeds())
      },
      kit: async () => {
        for (let index = 0; index < derivations; index++) await kitsAddress(seeds())
      },
    },
    rounds,
  )
  const calls = messages.map(({ instructions }) => instructions[0])
  assertEqual('digest', hexOf(svm.cpiDigest(calls[0], operators)), kitsDigest(calls[0]))
  const digest = await measure(
    {
      ours: () => forEach(calls, (call) => svm.cpiDigest(call, operators)),
      kit: () => forEach(calls, kitsDigest),
    },
    rounds,
  )
  return [
    ...ratiosOf('svm-encode', encode),
    ...ratiosOf('svm-decode', decode),
    ...ratiosOf('svm-derive', derive),
    ...ratiosOf('svm-digest', digest),
  ]
}

const operators = [
  { kind: 'ingest_instruction', start: 0, length: 1 },
  { kind: 'ingest_account', index: 1 },
  { kind: 'ingest_account', index: 2 },
  { kind: 'ingest_account', index: 3 },
  { kind: 'ingest_instruction_data_size' },
]

/** A transfer of a token through a vault, and what it costs. */
function freshMessage() {
  const [strategist, source, mint, recipient, authority] = Array.from({ length: 5 }, freshKey)
  const innerCall = svm.transferCheckedInstruction({
    tokenProgram: svm.tokenProgram,
    source,
    mint,
    recipient,
    authority,
    amount: 1_250_000n,
    decimals: 6,
  })
  const manage = svm.manageInstruction({
    strategist,
    vaultId: 3n,
    subAccount: 0,
    digestAddress: freshKey(),
    innerCall: {
      ...innerCall,
      accounts: innerCall.accounts.map((each) => ({ ...each, isSigner: false })),
    },
  })
  return {
    version: 0,
    feePayer: strategist,
    lifetime: freshKey(),
    instructions: [
      manage,
      svm.computeUnitLimitInstruction(200_000),
      svm.computeUnitPriceInstruction(1_000n),
    ],
    config: null,
    lookupTables: [],
  }
}

function kitsWire({ feePayer, lifetime, instructions }) {
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (draft) => kit.setTransactionMessageFeePayer(feePayer, draft),
    (draft) => kit.appendTransactionMessageInstructions(instructions.map(kitsInstruction), draft),
    (draft) =>
      kit.setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: lifetime, lastValidBlockHeight: 1n },
        draft,
      ),
  )
  return kit.getBase64EncodedWireTransaction(kit.compileTransaction(message))
}

function kitsInstruction({ program, accounts, data }) {
  return {
    programAddress: program,
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({
      address,
      role: (isSigner ? 2 : 0) + (isWritable ? 1 : 0),
    })),
    data,
  }
}

function kitsMessage(wire) {
  const { messageBytes } = kit.getTransactionDecoder().decode(kit.getBase64Encoder().encode(wire))
  return kit.decompileTransactionMessage(
    kit.getCompiledTransactionMessageDecoder().decode(messageBytes),
  )
}

function kitsAddress(seeds) {
  return kit.getProgramDerivedAddress({ programAddress: svm.tokenProgram, seeds })
}

/** Kit has no digest: its own encoder of addresses, and the hash of Node. */
function kitsDigest({ program, accounts, data }) {
  const encoder = kit.getAddressEncoder()
  const hash = createHash('sha256').update(encoder.encode(program)).update(data.subarray(0, 1))
  for (const { address, isSigner, isWritable } of accounts.slice(1, 4)) {
    hash.update(encoder.encode(address)).update(Uint8Array.of(+isSigner, +isWritable))
  }
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(data.length))
  return hash.update(size).digest('hex')
}

/** Runs work on each, and keeps nothing of it. */
function forEach(list, work) {
  for (const each of list) work(each)
}

const hexOf = (bytes) => Buffer.from(bytes).toString('hex')
