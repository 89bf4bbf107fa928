import { type Address, type Hex, type Severity, slugOf } from '@vaultwright/base'
import {
  type FileReadBy,
  fileReaderOf,
  normalized,
  refused,
  withChecks,
} from '@vaultwright/document'
import { parseAddress } from '@vaultwright/merkle'
import { chains } from '@vaultwright/registry'
import Type, { type StaticDecode, type TSchema } from 'typebox'

/** Leaves named without their slots: all of a target, all of a function, or one by its digest. */
export type LeafName =
  | { readonly kind: 'target'; readonly target: Address }
  | { readonly kind: 'signature'; readonly signature: string }
  | { readonly kind: 'digest'; readonly digest: Hex }

/** Families of bridges that number chains in a way of their own. */
const bridgeFamilies = ['layer_zero', 'cctp', 'ccip', 'hyperlane', 'agglayer', 'lombard'] as const

/** A family of bridges. */
export type BridgeFamily = (typeof bridgeFamilies)[number]

const accountText = '^0x[0-9a-fA-F]{40}$'
const accountMessage = 'must be an address: 0x and 40 hex digits'

function accountType(description: string) {
  const text = Type.String({ description, pattern: accountText, errorMessage: accountMessage })
  return Type.Decode(text, addressFrom)
}

function addressFrom(text: string): Address {
  try {
    return parseAddress(text)
  } catch (error) {
    const message = `is not an address: ${(error as Error).message}`
    return refused([{ path: [], message }])
  }
}

const account = accountType('An account: 0x and 40 hex digits, in EIP-55 spelling or in one case.')

/** An account on another chain may have 32 bytes. */
const receiver = Type.Decode(
  Type.String({
    pattern: '^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$',
    errorMessage: 'must be an account of 20 or 32 bytes: 0x and 40 or 64 hex digits',
  }),
  (text): Hex => (text.length === 66 ? (text.toLowerCase() as Hex) : addressFrom(text)),
)

const signaturePattern = '^[\\w$]+\\([\\w$,()[\\]]*\\)$'
const signature = Type.String({
  pattern: signaturePattern,
  errorMessage: 'must be a canonical signature such as approve(address,uint256)',
})

const leafName = Type.Decode(
  Type.String({
    description:
      'Leaves: the address of a target, a canonical signature, or the digest of one leaf.',
  }),
  (text): LeafName => {
    if (/^0x[0-9a-fA-F]{64}$/.test(text)) {
      return { kind: 'digest', digest: text.toLowerCase() as Hex }
    }
    if (new RegExp(signaturePattern).test(text)) return { kind: 'signature', signature: text }
    const target = fileReaderOf(account)(text)
    if (target.ok) return { kind: 'target', target: target.value }
    const message =
      'must name leaves: by a target, a canonical signature, or the digest of one leaf'
    return refused([{ path: [], message }])
  },
)

const severities = ['error', 'warning', 'info'] as const satisfies readonly Severity[]
const common = {
  severity: Type.Optional(
    Type.Enum(severities, {
      type: 'string',
      description: 'How bad a finding of this rule is.',
      default: 'error',
    }),
  ),
  except: Type.Optional(
    Type.Array(leafName, { description: 'Leaves that this rule does not judge.' }),
  ),
}
const wholeNumber = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const digits = Type.Decode(
  Type.Union([wholeNumber, Type.String({ pattern: '^\\d+$' })], {
    errorMessage: 'must be a whole number from 0',
  }),
  (number) => BigInt(number),
)
const slug = normalized(
  Type.Enum(
    chains.map((chain) => chain.slug),
    { type: 'string' },
  ),
  (text) => (typeof text === 'string' ? slugOf(text) : text),
)
const strict = { additionalProperties: false } as const

type PolicyListRule<Value> = {
  readonly severity: Severity
  readonly except: readonly LeafName[]
  readonly allow?: readonly Value[]
  readonly deny?: readonly Value[]
}

function listRule<Item extends TSchema>(item: Item, description: string) {
  const lists = {
    allow: Type.Optional(Type.Array(item, { description: 'Everything else is a finding.' })),
    deny: Type.Optional(Type.Array(item, { description: 'Each of these is a finding.' })),
  }
  const rule = Type.Object({ ...common, ...lists }, { ...strict, description })
  const checked = withChecks(rule, (value) =>
    'allow' in value || 'deny' in value
      ? []
      : [{ path: [], message: 'needs a list: allow or deny' }],
  )
  type Read = PolicyListRule<StaticDecode<Item>>
  return Type.Optional(
    Type.Decode(checked, (value): Read => {
      const { severity = 'error', except = [], ...rest } = value as Partial<Read>
      return { severity, except, ...rest }
    }),
  )
}

/** The shape of a policy file. */
export const policyShape = Type.Object(
  {
    $schema: Type.Optional(
      Type.String({ description: 'Where an editor finds the schema of this file.' }),
    ),
    version: Type.Literal(1, { description: 'The form of this file.' }),
    name: Type.Optional(Type.String({ description: 'What the policy is called.' })),
    vault: Type.Optional(accountType('The vault; the one that the tree states when left out.')),
    manager: Type.Optional(accountType('Its Manager; the one that the tree states when left out.')),
    drones: Type.Optional(
      Type.Array(account, {
        description:
          'The drones of the vault. When left out, those that the tree forwards through.',
      }),
    ),
    transfers: Type.Optional(
      Type.Decode(
        Type.Object(
          { ...common, allow: Type.Optional(Type.Array(receiver)) },
          {
            ...strict,
            description: 'A token may leave only to the vault, its drones and these accounts.',
          },
        ),
        ({ severity = 'error', except = [], allow = [] }) => ({ severity, except, allow }),
      ),
    ),
    approvals: Type.Optional(
      Type.Decode(
        Type.Object(
          { ...common, allow: Type.Optional(Type.Array(account)) },
          {
            ...strict,
            description:
              'Every spender of an approval is the target of another leaf, or one of these.',
          },
        ),
        ({ severity = 'error', except = [], allow = [] }) => ({ severity, except, allow }),
      ),
    ),
    exits: Type.Optional(
      Type.Decode(
        Type.Object(common, {
          ...strict,
          description: 'Every deposit has its withdraw, every loan its repayment.',
        }),
        ({ severity = 'error', except = [] }) => ({ severity, except }),
      ),
    ),
    bridges: Type.Optional(
      Type.Decode(
        Type.Object(
          {
            ...common,
            chains: Type.Optional(Type.Array(slug)),
            numbers: Type.Optional(
              Type.Record(Type.String(), Type.Array(digits), {
                description: "Further destinations, by the bridge family's own numbers.",
                propertyNames: Type.Enum(bridgeFamilies, { type: 'string' }),
              }),
            ),
            contracts: Type.Optional(
              Type.Array(account, {
                description:
                  'Bridges whose one destination is their own, such as those of a rollup.',
              }),
            ),
            receivers: Type.Optional(
              Type.Array(receiver, { description: 'Who may receive besides the vault.' }),
            ),
          },
          { ...strict, description: 'Bridges lead to these chains only, and to the vault.' },
        ),
        ({
          severity = 'error',
          except = [],
          chains = [],
          contracts = [],
          receivers = [],
          ...rest
        }) => ({
          severity,
          except,
          chains,
          numbers: (rest.numbers ?? {}) as Partial<Record<BridgeFamily, bigint[]>>,
          contracts,
          receivers,
        }),
      ),
    ),
    targets: listRule(account, 'Which accounts may be called.'),
    decoders: listRule(account, 'Which decoders may read calls.'),
    signatures: listRule(signature, 'Which functions may be called.'),
    value: Type.Optional(
      Type.Decode(
        Type.Object(
          { ...common, allow: Type.Optional(Type.Array(leafName)) },
          { ...strict, description: 'Which leaves may send value.' },
        ),
        ({ severity = 'error', except = [], allow = [] }) => ({ severity, except, allow }),
      ),
    ),
    maximum_leaves: Type.Optional(
      Type.Decode(
        Type.Union(
          [wholeNumber, Type.Object({ severity: common.severity, limit: wholeNumber }, strict)],
          {
            description: 'How many leaves the tree may have, padding not counted.',
          },
        ),
        (limit): { severity: Severity; limit: number } =>
          typeof limit === 'number'
            ? { severity: 'error', limit }
            : { severity: limit.severity ?? 'error', limit: limit.limit },
      ),
    ),
    unjudged: Type.Optional(
      Type.Object(
        {
          severity: Type.Optional(Type.Enum(severities, { type: 'string', default: 'warning' })),
          except: common.except,
        },
        {
          ...strict,
          description: 'Leaves of unknown functions, which a rule cannot judge.',
        },
      ),
    ),
  },
  strict,
)
/** Reads the value of a policy file. */
export const readPolicy = fileReaderOf(
  Type.Decode(policyShape, ({ unjudged = {}, ...policy }) => {
    const { severity = 'warning', except = [] } = unjudged
    return { ...policy, unjudged: { severity, except } }
  }),
)

/** What the leaves of a tree must keep to. */
export type Policy = FileReadBy<typeof readPolicy>
