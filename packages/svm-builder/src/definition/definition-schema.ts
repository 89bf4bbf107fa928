import { refused, withChecks } from '@vaultwright/document'
import {
  defaultVaultProgram,
  InvalidSvmAddressError,
  mainnetGenesisHash,
  type Operator,
  parseSvmAddress,
  type SvmAddress,
  token2022Program,
  tokenProgram,
} from '@vaultwright/svm'
import Type, { type StaticDecode } from 'typebox'

const largestU64 = (1n << 64n) - 1n

function addressType(description: string) {
  const errorMessage = 'must be an address: base58 of 32 bytes'
  return Type.Decode(Type.String({ description, errorMessage }), (text): SvmAddress => {
    try {
      return parseSvmAddress(text)
    } catch (error) {
      if (!(error instanceof InvalidSvmAddressError)) throw error
      return refused([{ path: [], message: `is not a Solana address: ${error.facts.reason}` }])
    }
  })
}

/** An integer of 64 bits: a number, or its digits. */
function u64Type(description: string) {
  const errorMessage = 'must be a whole number from 0, or its digits'
  const written = Type.Union([Type.Integer(), Type.String()], { description, errorMessage })
  return Type.Decode(written, (value): bigint => {
    const text = String(value)
    if (!/^(0|[1-9]\d{0,19})$/.test(text)) return refused([{ path: [], message: errorMessage }])
    const integer = BigInt(text)
    if (integer <= largestU64) return integer
    return refused([{ path: [], message: 'must be less than 2^64' }])
  })
}

const nameText = Type.String({
  pattern: '^(?!0x)[A-Za-z][A-Za-z0-9 ._/-]{0,30}$',
  errorMessage: 'must be a name: a letter, then up to 30 letters, digits, spaces or . _ / -',
})

/** The name that stands for the sub-account of the entry. */
export const subAccountName = 'sub_account'

const accountNameText = withChecks(nameText, (text) => {
  const message = 'is a name that stands for the sub-account of an entry. Choose another'
  return text === subAccountName ? [{ path: [], message }] : []
})

/** Token programs, as files name them. */
export const tokenProgramNames = { token: tokenProgram, token_2022: token2022Program } as const

const token = Type.Object(
  {
    mint: addressType('The mint.'),
    decimals: Type.Integer({ description: 'As the mint has them.', minimum: 0, maximum: 255 }),
    program: Type.Optional(
      Type.Enum(['token', 'token_2022'], {
        description: 'The token program that owns the mint.',
        default: 'token',
        errorMessage: 'must be token or token_2022',
      }),
    ),
  },
  { additionalProperties: false },
)

const byte = Type.Integer({ minimum: 0, maximum: 255 })

const operator = Type.Decode(
  Type.Union(
    [
      Type.Object({ noop: Type.Literal(true) }, { additionalProperties: false }),
      Type.Object(
        {
          ingest_instruction: Type.Array(Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 }), {
            minItems: 2,
            maxItems: 2,
          }),
        },
        { additionalProperties: false },
      ),
      Type.Object({ ingest_account: byte }, { additionalProperties: false }),
      Type.Object(
        { ingest_instruction_data_size: Type.Literal(true) },
        { additionalProperties: false },
      ),
    ],
    {
      errorMessage:
        'must be noop: true, ingest_instruction: [start, length], ingest_account: index, or ingest_instruction_data_size: true',
    },
  ),
  (written): Operator => {
    if ('noop' in written) return { kind: 'noop' }
    if ('ingest_account' in written)
      return { kind: 'ingest_account', index: written.ingest_account }
    if ('ingest_instruction_data_size' in written) return { kind: 'ingest_instruction_data_size' }
    const [start = 0, length = 0] = written.ingest_instruction
    if (length > 255) refused([{ path: ['ingest_instruction', 1], message: 'must be at most 255' }])
    return { kind: 'ingest_instruction', start, length }
  },
)

const flags = Type.Record(
  Type.String(),
  Type.Object(
    { is_signer: Type.Boolean(), is_writable: Type.Boolean() },
    { additionalProperties: false },
  ),
  {
    description: 'Flags of accounts by index, where the creator of the digest set others.',
    propertyNames: Type.String({
      pattern: '^(0|[1-9]\\d{0,2})$',
      errorMessage: 'must be the index of an account',
    }),
  },
)

const writtenValue = Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], {
  errorMessage: 'must be a name or an address, or a list of these',
})

/** The keys of an entry that are not parameters. */
export const entryKeys = {
  action: Type.String({ description: 'Route of a template: spl_token/transfer.' }),
  sub_account: Type.Optional(
    Type.Union([byte, Type.Array(byte, { minItems: 1, maxItems: 256 })], {
      description: 'Sub-accounts that act, 0 to 255.',
      default: 0,
      errorMessage: 'must be a number from 0 to 255, or a list of these',
    }),
  ),
  operators: Type.Optional(
    Type.Array(operator, {
      description: "The digest's operators, where its creator stored others than the template's.",
      maxItems: 255,
    }),
  ),
  flags: Type.Optional(flags),
} as const

const priorityFee = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('fixed'),
        micro_lamports: u64Type('Price of a compute unit.'),
        cap_micro_lamports: Type.Optional(u64Type('The most that a request may ask for.')),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        kind: Type.Literal('recent'),
        cap_micro_lamports: u64Type('The most that is paid for a compute unit.'),
      },
      { additionalProperties: false },
    ),
  ],
  { discriminator: 'kind', errorMessage: 'must be fixed or recent' },
)

/** The file of a Solana vault. */
export const svmDefinitionFile = Type.Object(
  {
    kind: Type.Literal('solana', { description: 'Tells the file from one of EVM vaults.' }),
    name: Type.String({ description: 'What people call the vault.', minLength: 1, maxLength: 200 }),
    chain: Type.Optional(Type.Literal('solana')),
    program: Type.Optional(addressType('The vault program.')),
    genesis_hash: Type.Optional(addressType('Genesis hash that the node must show.')),
    vault: addressType('The state account of the vault.'),
    vault_id: u64Type('Number of the vault in its program.'),
    status: Type.Optional(
      Type.Enum(['active', 'paused', 'retired'], {
        errorMessage: 'must be active, paused or retired',
      }),
    ),
    tokens: Type.Optional(
      Type.Record(Type.String(), token, {
        description: 'Tokens by symbol.',
        propertyNames: nameText,
      }),
    ),
    accounts: Type.Optional(
      Type.Record(Type.String(), addressType('An account.'), {
        description: 'Names of addresses.',
        propertyNames: accountNameText,
      }),
    ),
    lookup_tables: Type.Optional(
      Type.Array(addressType('A lookup table.'), {
        description: 'Lookup tables that transactions of version 0 use.',
        maxItems: 16,
      }),
    ),
    priority_fee: Type.Optional(priorityFee),
    permissions: Type.Array(Type.Object(entryKeys, { additionalProperties: writtenValue }), {
      description: 'What the strategist may do; each stands for digest accounts.',
      maxItems: 1000,
    }),
  },
  { additionalProperties: false },
)

/** A definition's file, each value read, names not resolved. */
export type WrittenSvmDefinition = StaticDecode<typeof svmDefinitionFile>

/** The defaults of keys that a file leaves out. */
export const svmDefaults = {
  program: defaultVaultProgram,
  genesisHash: mainnetGenesisHash,
  status: 'active',
} as const
