import type { Instruction, Message } from '@vaultwright/svm'

/** Says where a message is first another one than what follows from the request. */
export function messageDifference(message: Message | null, wanted: Message | null): string {
  if (message === null || wanted === null)
    return 'It uses lookup tables that this page does not have.'
  if (message.feePayer !== wanted.feePayer)
    return `Its fee payer is ${message.feePayer}; ${wanted.feePayer} follows.`
  if (message.lifetime !== wanted.lifetime)
    return `It has the blockhash or nonce ${message.lifetime}; ${wanted.lifetime} follows.`
  const [count, wantedCount] = [message.instructions.length, wanted.instructions.length]
  for (const [index, instruction] of message.instructions.entries()) {
    const expectedInstruction = wanted.instructions[index]
    if (expectedInstruction === undefined) break
    const difference = instructionDifference(instruction, expectedInstruction)
    if (difference !== null) return `Instruction ${index + 1}: ${difference}`
  }
  if (count !== wantedCount) return `It has ${count} instructions; ${wantedCount} follow.`
  return 'Its bytes are not those that follow from what you asked for.'
}

function instructionDifference(instruction: Instruction, wanted: Instruction): string | null {
  if (instruction.program !== wanted.program)
    return `it calls ${instruction.program}; ${wanted.program} follows.`
  for (const [index, account] of instruction.accounts.entries()) {
    const expectedAccount = wanted.accounts[index]
    if (expectedAccount === undefined) break
    if (account.address !== expectedAccount.address)
      return `account ${index} is ${account.address}; ${expectedAccount.address} follows.`
    if (
      account.isSigner !== expectedAccount.isSigner ||
      account.isWritable !== expectedAccount.isWritable
    )
      return `the flags of account ${index}, ${account.address}, are not those that follow.`
  }
  if (instruction.accounts.length !== wanted.accounts.length)
    return `it names ${instruction.accounts.length} accounts; ${wanted.accounts.length} follow.`
  const length = Math.max(instruction.data.length, wanted.data.length)
  for (let index = 0; index < length; index++) {
    const [byte, expectedByte] = [instruction.data[index], wanted.data[index]]
    if (byte !== expectedByte)
      return `byte ${index} of its data is ${byteText(byte)}; ${byteText(expectedByte)} follows.`
  }
  return null
}

function byteText(byte: number | undefined): string {
  return byte === undefined ? 'missing' : byte.toString(16).padStart(2, '0')
}
