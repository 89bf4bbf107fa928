import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  type KeyPairSigner,
  partiallySignTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { computeBudgetProgram, type Instruction } from '@vaultwright/svm'
import type { LiteSVM } from 'litesvm'
import type { Landed, Ledger } from '../shim/ledger.ts'
import { readWire } from '../shim/wire-transaction.ts'

/** The result of a transaction: its error as a node writes it, null where it went through. */
export type SvmExecution = {
  readonly signature: string
  readonly slot: bigint
  readonly err: unknown
  readonly logs: readonly string[]
  readonly units: bigint
  readonly feeLamports: bigint
}

type Chain = { readonly svm: LiteSVM; readonly ledger: Ledger }

/** Signs a transaction of the wire with the keys that it names, and sends it. */
export async function signAndSend(
  { svm, ledger }: Chain,
  base64: string,
  signers: readonly KeyPairSigner[],
): Promise<SvmExecution> {
  const unsigned = getTransactionDecoder().decode(getBase64Encoder().encode(base64))
  const keys = signers
    .filter(({ address }) => address in unsigned.signatures)
    .map(({ keyPair }) => keyPair)
  const signed = await partiallySignTransaction(keys, unsigned)
  const wire = readWire(svm, getBase64EncodedWireTransaction(signed))
  return executionOf(ledger.send(wire))
}

/** Sends instructions in one transaction, which the first signer pays. */
export async function sendInstructions(
  chain: Chain,
  instructions: readonly Instruction[],
  signers: readonly KeyPairSigner[],
): Promise<SvmExecution> {
  const parts = [distinct(chain), ...instructions]
  return signAndSend(chain, unsignedOf(chain.svm, parts, signers[0]!.address), signers)
}

/** A transaction of instructions, not signed, in base64. */
export function unsignedOf(
  svm: LiteSVM,
  instructions: readonly Instruction[],
  feePayer: string,
): string {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayer(feePayer as Address, draft),
    (draft) => appendTransactionMessageInstructions(instructions.map(kitInstructionOf), draft),
    (draft) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 2n ** 62n },
        draft,
      ),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}

/** A limit of units that no other slot has: the same instructions sent twice are two transactions. */
function distinct({ svm }: Chain): Instruction {
  const units = 400_000 + Number(svm.getClock().slot % 500_000n)
  const data = new Uint8Array(5)
  data[0] = 2
  new DataView(data.buffer).setUint32(1, units, true)
  return { program: computeBudgetProgram, accounts: [], data }
}

/** An instruction of ours in the words of kit. */
export function kitInstructionOf({ program, accounts, data }: Instruction) {
  return {
    programAddress: program as string as Address,
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({
      address: address as string as Address,
      role: (isSigner ? 2 : 0) + (isWritable ? 1 : 0),
    })),
    data,
  }
}

function executionOf({ signature, slot, outcome }: Landed): SvmExecution {
  const { err, logs, units, fee: feeLamports } = outcome
  return { signature, slot, err, logs, units, feeLamports }
}
