import { BaseError } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { type Decoded, decodeCalldata } from '@vaultwright/operations'
import type { CallContext, CallDescription } from '@vaultwright/protocols'
import type { SignedCall } from '@vaultwright/safe'
import { defineCommand, filledBy, text } from '../../command/command.ts'
import { errorJsonOf } from '../../failure/print.ts'
import { chainOfWord } from '../../input/chain.ts'
import { namingOptions, readNaming } from '../../input/naming.ts'
import { readSignedInput } from '../../input/signed.ts'
import {
  describeSigned,
  descriptionJsonOf,
  printCall,
  printMarks,
  vaultJsonOf,
} from '../../print/call.ts'
import { decodedJsonOf, descriptionsOf, printDecoded } from '../../print/decoded.ts'
import { printSigned, signedJsonOf } from '../../print/signed.ts'
import {
  noTotals,
  type PrintedTotals,
  printedSignedTotals,
  printedTotals,
  summaryOption,
  withTotals,
} from '../../print/total.ts'
import { isFilled } from '../../setting/filled.ts'
import type { Answer, Json } from '../../terminal/context.ts'
import { printSafely } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'calldata decode',
  summary: 'Show the calls inside Manager calldata',
  describe:
    'Shows what calldata of the Manager does: any of its functions, the calls of a batch, and the batches inside flash loans. Also shows what people sign around it, nested to any depth: a Safe batch file, a transaction as the Safe service writes it, EIP-712 typed data of a SafeTx, execTransaction, MultiSend, a timelock, and calls of roles authority, accountant and Safe; delegate calls are marked. Anything that the contract itself would not read the same way is an error with its byte.',
  positionals: {
    calldata: {
      describe:
        'Calldata, or a JSON document of a Safe: hex or JSON, @file, or - for standard input',
    },
  },
  options: {
    manager: text(
      'The Manager, to tell its own flash loans; without it a loan is one that names its target as recipient',
      'address',
    ),
    chain: filledBy(
      text(
        'The chain of names and decimals: name or id; default: as the document or the definition says',
        'name',
      ),
      'chain',
    ),
    vault: text('The vault that acts, so that other receivers are marked', 'address'),
    ...summaryOption,
    ...namingOptions,
  },
  examples: [
    ['calldata decode @call.hex', 'Which calls are in it?'],
    ['calldata decode @safe-batch.json', 'What would the Safe do?'],
    ['calldata decode @safe-batch.json --summary', 'What moves in all, and to whom?'],
    ['calldata decode - --json < call.hex', 'For a program, proofs included'],
  ],
  run: async ({ calldata, manager, chain, vault, summary, ...args }, context) => {
    const input = await readSignedInput(calldata, context)
    const stated = input.kind === 'signed' ? chainIdIn(input.call) : null
    const isOwnWord = stated !== null && isFilled(args, 'chain')
    const naming = await readNaming(
      args,
      {
        chainId: isOwnWord || chain === undefined ? stated : chainOfWord(chain, 'chain').id,
        vault: vault === undefined ? null : parseAddress(vault),
        file: null,
      },
      context,
    )
    if (input.kind === 'signed') {
      const totals = await printedSignedTotals(input.call, naming)
      const answer = answerSigned(input.call, { manager, naming, totals })
      return summary ? summaryOf(answer, totals) : answer
    }
    const decoded = decodeCalldata(input.data, manager)
    const place = {
      calldata: input.data,
      manager: manager === undefined ? null : parseAddress(manager),
    }
    const totals = decoded.kind === 'batch' ? await printedTotals(place, naming) : noTotals
    const answer: Answer = {
      json: () => withTotals(withVault(decodedJsonOf(decoded, naming), naming), totals),
      text: function* (style) {
        yield* printMarks(descriptionsOf(decoded, naming), { style, naming })
        yield* totals.print(style)
        yield* printDecoded(decoded, naming, style)
      },
      exit: () => (decoded.isWhole ? 0 : 3),
    }
    return summary ? summaryOf(answer, totals) : answer
  },
})

/** The totals of an answer alone, and whether all of it could be read. */
function summaryOf({ exit }: Answer, totals: PrintedTotals): Answer {
  const isWhole = exit() === 0
  return {
    json: () => ({ isWhole, totals: totals.json }),
    text: function* (style) {
      yield* totals.print(style)
      if (!isWhole) yield style.red('Not all of it can be read: see it without --summary.\n')
    },
    exit,
  }
}

/** A document of an answer, with the account that its sentences call the vault. */
function withVault(json: Json, naming: CallContext): Json {
  return { ...(json as { readonly [name: string]: Json }), ...vaultJsonOf(naming) }
}

/** Shows something that people sign, with each batch of a Manager inside. */
function answerSigned(
  signed: SignedCall,
  {
    manager,
    naming,
    totals,
  }: {
    readonly manager: string | undefined
    readonly naming: CallContext
    readonly totals: PrintedTotals
  },
): Answer {
  const decodedOf = (call: SignedCall): Decoded | BaseError | null => {
    if (call.kind !== 'manager_batch') return null
    try {
      return decodeCalldata(call.data, call.to ?? manager)
    } catch (error) {
      if (error instanceof BaseError) return error
      throw error
    }
  }
  function* descriptionsIn(call: SignedCall, path = ''): Iterable<[string, CallDescription]> {
    const decoded = decodedOf(call)
    if (decoded !== null && !(decoded instanceof BaseError)) {
      const head = path === '' ? '' : `${path} / `
      for (const [place, description] of descriptionsOf(decoded, naming))
        yield [`${head}${place}`, description]
    } else if (call.kind === 'call') yield [path, describeSigned(call, naming)]
    for (const [index, child] of call.children.entries()) {
      yield* descriptionsIn(child, path === '' ? `${index}` : `${path}.${index}`)
    }
  }
  const isWhole = ({ problem, ...call }: SignedCall): boolean => {
    const decoded = decodedOf({ ...call, problem } as SignedCall)
    const isRead = decoded === null || (!(decoded instanceof BaseError) && decoded.isWhole)
    return problem === null && isRead && call.children.every(isWhole)
  }
  return {
    json: () => {
      const json = signedJsonOf(signed, (call) => {
        const decoded = decodedOf(call)
        if (decoded instanceof BaseError) return { problem: errorJsonOf(decoded) }
        if (decoded !== null) return decodedJsonOf(decoded, naming)
        return call.kind === 'call' ? descriptionJsonOf(describeSigned(call, naming)) : undefined
      })
      return withTotals(withVault(json, naming), totals)
    },
    text: function* (style) {
      yield* printMarks(new Map(descriptionsIn(signed)), { style, naming })
      yield* totals.print(style)
      yield* printSigned(signed, {
        style,
        *printInside(call, { margin }) {
          const decoded = decodedOf(call)
          if (decoded === null) {
            yield* printCall(describeSigned(call, naming), call.data, { style, margin })
          } else if (decoded instanceof BaseError) {
            const text = printSafely(decoded.shortMessage)
            yield style.red(`${margin}cannot be read: ${text} [${decoded.code}]\n`)
          } else {
            for (const line of printDecoded(decoded, naming, style)) yield `${margin}${line}`
          }
        },
      })
    },
    exit: () => (isWhole(signed) ? 0 : 3),
  }
}

/** A batch file and typed data say which chain they are for. */
function chainIdIn(call: SignedCall): number | null {
  const { chainId } = call.facts as { readonly chainId?: unknown }
  const id = Number(chainId ?? Number.NaN)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
