import { parseHex, printHex } from '@vaultwright/base'
import {
  type AccountMeta,
  cpiDigest,
  decodeBase64,
  defaultVaultProgram,
  encodeBase64,
  type Instruction,
  type Operator,
  parseSvmAddress,
  type SvmAddress,
  vaultAddresses,
} from '@vaultwright/svm'
import { describeInstruction, permissionsOf } from '@vaultwright/svm-builder'
import { svmOperatorOf } from '@vaultwright/wire'
import { defineCommand, list, text, type ValuesOf } from '../../command/command.ts'
import { assertGiven, UsageError } from '../../command/usage.ts'
import { hexOf } from '../../input/call.ts'
import { readWord } from '../../input/input.ts'
import { readSvmDefinition } from '../../input/solana/definition.ts'
import { operatorsHelp, parseOperators, printOperators } from '../../input/solana/operators.ts'
import { instructionJsonOf, printInstruction } from '../../print/solana/instruction.ts'
import { type Context, type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs } from '../../terminal/table.ts'

const digestOptions = {
  definition: text('Vault definition of kind solana: its permissions are the calls', 'file'),
  action: text('Only permissions of this action of the definition, as in spl_token/transfer'),
  program: text('The program that the inner call is of', 'address'),
  account: list(
    'An account of the inner call, in its order; :s marks a signer, :w a writable account, :sw both; may be repeated',
    'address',
  ),
  data: text('Data of the inner call: hex, @file, or - for standard input', 'hex'),
  'data-base64': text('The same as base64', 'base64'),
  operators: text(operatorsHelp),
  'vault-id': text('The vault, for the address of the digest account', 'id'),
  'vault-program': text('The vault program; default: the one that is deployed', 'address'),
}

export const command = defineCommand({
  name: 'solana digest',
  summary: 'Compute the digest that permits a call, offline',
  describe:
    'Computes the digest that permits a call, offline: of every permission of a definition, or of one call from its program, accounts, data and operators. The digest account of a vault exists where the call is permitted.',
  positionals: {},
  options: digestOptions,
  examples: [
    ['solana digest --definition vault.yaml', 'The digest of every permission'],
    ['solana digest --definition vault.yaml --action spl_token/transfer --json', 'Of one action'],
    [
      'solana digest --program Tokenkeg… --account 4vJ9…:w --data 0x0c… --operators data:0:1,account:0,size --vault-id 3',
      'Of a call that you describe',
    ],
  ],
  run: async (args, context) => {
    const rows =
      args.definition === undefined
        ? [await rowOfCall(args, context)]
        : await rowsOfDefinition(args.definition, args, context)
    return {
      json: () => rows.map(digestJsonOf),
      text: (style) => printDigests(rows, style),
      exit: yes,
    }
  },
})

type DigestOptions = ValuesOf<typeof digestOptions>

/** A call with its digest. */
type DigestRow = {
  readonly route: string | null
  readonly subAccount: number | null
  /** The values that a definition binds; null where the call was described by hand. */
  readonly texts: Readonly<Record<string, string>> | null
  readonly innerCall: Instruction
  readonly operators: readonly Operator[]
  readonly digestHex: string
  /** Null where no vault was named. */
  readonly digestAddress: SvmAddress | null
  readonly free: readonly string[] | null
}

async function rowsOfDefinition(
  path: string,
  options: DigestOptions,
  context: Context,
): Promise<readonly DigestRow[]> {
  const otherDigests = [
    'program',
    'data',
    'data-base64',
    'operators',
    'vault-id',
    'vault-program',
  ] as const
  const stray = otherDigests.find((name) => options[name] !== undefined)
  if (stray !== undefined || options.account.length > 0) {
    throw new UsageError(
      `--${stray ?? 'account'} describes one call, and --definition names many. Give one of both.`,
    )
  }
  const definition = await readSvmDefinition(path, context)
  const permissions = permissionsOf(definition)
  const { action } = options
  const matching = permissions.filter(({ route }) => action === undefined || route === action)
  if (matching.length > 0) return matching
  const routes = [...new Set(permissions.map(({ route }) => route))].join(', ')
  throw new UsageError(
    `The definition permits no action ${JSON.stringify(action ?? '')}. It permits: ${routes || 'none'}.`,
    { option: 'action', value: action ?? null },
  )
}

async function rowOfCall(options: DigestOptions, context: Context): Promise<DigestRow> {
  if (options.action !== undefined) {
    throw new UsageError('--action needs --definition. Give it as well.')
  }
  const innerCall = {
    program: parseSvmAddress(assertGiven(options.program, 'program')),
    accounts: options.account.map(accountOf),
    data: await dataOf(options, context),
  }
  const operators = parseOperators(assertGiven(options.operators, 'operators'))
  const digest = cpiDigest(innerCall, operators)
  const vaultProgram = options['vault-program']
  const program = vaultProgram === undefined ? defaultVaultProgram : parseSvmAddress(vaultProgram)
  const vaultId = vaultIdOf(options['vault-id'])
  const digestAddress = vaultId === null ? null : vaultAddresses(program).cpiDigest(vaultId, digest)
  const digestHex = printHex(digest).slice(2)
  const blank = { route: null, subAccount: null, texts: null, free: null }
  return { ...blank, innerCall, operators, digestHex, digestAddress }
}

async function dataOf(options: DigestOptions, context: Context): Promise<Uint8Array> {
  const { data, 'data-base64': base64 } = options
  if ((data === undefined) === (base64 === undefined)) {
    throw new UsageError('Give the data of the inner call once: --data as hex, or --data-base64.')
  }
  if (base64 !== undefined) return decodeBase64(base64)
  return parseHex(hexOf(await readWord(data ?? '', context)))
}

function accountOf(word: string): AccountMeta {
  const [address = '', flags = '', ...furtherParts] = word.split(':')
  if (!/^(s|w|sw)?$/.test(flags) || furtherParts.length > 0 || word.endsWith(':')) {
    throw new UsageError(
      `--account ${JSON.stringify(word)} has marks that are not known. Write the address, then :s, :w or :sw.`,
      { option: 'account', value: word },
    )
  }
  return {
    address: parseSvmAddress(address),
    isSigner: flags.includes('s'),
    isWritable: flags.includes('w'),
  }
}

function vaultIdOf(word: string | undefined): bigint | null {
  if (word === undefined) return null
  if (/^\d{1,20}$/.test(word) && BigInt(word) < 2n ** 64n) return BigInt(word)
  throw new UsageError(
    `--vault-id ${JSON.stringify(word)} is not a vault id. Give a whole number below 2^64.`,
    { option: 'vault-id', value: word },
  )
}

function digestJsonOf(row: DigestRow): Json {
  const { route, subAccount, texts, innerCall, operators, digestHex, digestAddress, free } = row
  return {
    route,
    sub_account: subAccount,
    params: texts,
    program: innerCall.program,
    data_base64: encodeBase64(innerCall.data),
    call: instructionJsonOf(describeInstruction(innerCall)),
    operators: operators.map(svmOperatorOf),
    cpi_digest: digestHex,
    cpi_digest_address: digestAddress,
    free,
  }
}

function* printDigests(rows: readonly DigestRow[], style: TextStyle): Iterable<string> {
  for (const [index, row] of rows.entries()) {
    const { route, subAccount, texts, innerCall, operators, digestHex, digestAddress, free } = row
    if (index > 0) yield '\n'
    yield* printPairs(
      [
        ...(route === null ? [] : [['action', route] as const]),
        ...(subAccount === null ? [] : [['sub-account', String(subAccount)] as const]),
        ...Object.entries(texts ?? {}),
        ['digest', digestHex],
        ...(digestAddress === null ? [] : [['account', digestAddress] as const]),
        ['operators', printOperators(operators)],
        ...(free === null ? [] : [['free', free.join(', ') || 'nothing'] as const]),
      ],
      style,
    )
    const description = describeInstruction(innerCall)
    yield* printInstruction(description, { style, head: 'permits    ', margin: '           ' })
  }
}
