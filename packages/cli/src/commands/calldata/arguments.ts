import { ruleBook } from '@vaultwright/protocols'
import { defineCommand } from '../../command.ts'
import { hexOf } from '../../hex-input.ts'
import { readWord } from '../../input.ts'
import { answerPacking } from '../../packing.ts'
import { answerLines } from '../../packing-line.ts'
import { packingJsonOf, printPacking } from '../../print/packing.ts'
import { readReads } from '../../reads-input.ts'

export const calldataArguments = defineCommand({
  name: 'calldata arguments',
  describe:
    'Computes the packed arguments that a decoder returns for a call: what a leaf must hold to permit it. With - each line of standard input is a JSON object {"calldata", "signature"?, "reads"?} and is answered by one line.',
  positionals: {
    calldata: { describe: 'Calldata of the target function: hex, @file, or - for JSON lines' },
  },
  options: {
    signature: {
      kind: 'text',
      value: 'text',
      describe: 'Only this function, where several share the selector',
    },
    reads: {
      kind: 'text',
      value: 'file',
      describe: 'JSON object of values read from the chain, by the key that "needs" names',
    },
  },
  examples: [
    ['calldata arguments 0x095ea7b3…', 'The packed arguments of an approval'],
    ["calldata arguments @call.hex --signature 'deposit(uint256,address)'", 'Of one function'],
    ['calldata arguments - --json < calls.jsonl', 'Of many calls, a line each'],
  ],
  run: async ({ calldata: word, signature, reads: path }, context) => {
    const reads = await readReads(path, context)
    if (word === '-') return answerLines({ signature, reads }, context)
    const calldata = hexOf(await readWord(word, context))
    const answer = answerPacking({ calldata, signature, reads }, ruleBook)
    return {
      json: () => packingJsonOf(answer),
      text: (ink) => printPacking(answer, ink),
      exit: () => (answer.packings.length > 0 ? 0 : 1),
    }
  },
})
