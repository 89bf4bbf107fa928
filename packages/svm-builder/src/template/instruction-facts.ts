import { encodeBase64, type Instruction } from '@vaultwright/svm'

/** Writes an instruction as JSON. */
export function instructionFacts({ program, accounts, data }: Instruction) {
  return {
    program,
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({
      address,
      is_signer: isSigner,
      is_writable: isWritable,
    })),
    data_base64: encodeBase64(data),
  }
}
