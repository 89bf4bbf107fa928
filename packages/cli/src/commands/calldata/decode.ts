import { ruleBook } from '@vaultwright/protocols'
import { defineCommand } from '../../command.ts'
import { decodeCalldata } from '../../decode.ts'
import { readHex } from '../../hex-input.ts'
import { decodedJsonOf, printDecoded } from '../../print/decoded.ts'

export const calldataDecode = defineCommand({
  name: 'calldata decode',
  describe:
    'Shows what calldata of the Manager does: any of its functions, the calls of a batch, and the batches inside flash loans. Anything that the Manager itself would not read the same way is an error with its byte.',
  positionals: {
    calldata: { describe: 'Calldata of the Manager: hex, @file, or - for standard input' },
  },
  options: {
    manager: {
      kind: 'text',
      value: 'address',
      describe:
        'The Manager, to tell its own flash loans; without it a loan is one that names its target as recipient',
    },
  },
  examples: [
    ['calldata decode @call.hex', 'Which calls are in it?'],
    ['calldata decode - --json < call.hex', 'For a program, proofs included'],
  ],
  run: async ({ calldata, manager }, context) => {
    const decoded = decodeCalldata(await readHex(calldata, context), manager)
    return {
      json: () => decodedJsonOf(decoded, ruleBook),
      text: (ink) => printDecoded(decoded, ruleBook, ink),
      exit: () => (decoded.isWhole ? 0 : 3),
    }
  },
})
