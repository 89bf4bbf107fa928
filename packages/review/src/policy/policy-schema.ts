import { type Severity, slugOf } from '@vaultwright/base'
import { type FileReadBy, fileReaderOf, normalized, withChecks } from '@vaultwright/document'
import { chains } from '@vaultwright/registry'
import Type, { type StaticDecode, type TSchema } from 'typebox'
import { type BridgeFamily, bridgeFamilies } from '../leaf/bridge-route.ts'
import { controlRules } from './control-rule.ts'
import { account, accountType, type LeafName, leafName, receiver, signature } from './leaf-name.ts'

/** The meanings of an argument that neither leaf nor decoder binds. */
export const freeMeanings = [
  'recipient',
  'spender',
  'payload',
  'minimum',
  'market',
  'network',
  'amount',
  'deadline',
] as const

/** The meaning of an argument, as a policy names it. */
export type FreeMeaning = (typeof freeMeanings)[number]

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
      const { severity = 'error', except = [], ...ruleFields } = value as Partial<Read>
      return { severity, except, ...ruleFields }
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
          ...ruleFields
        }) => ({
          severity,
          except,
          chains,
          numbers: (ruleFields.numbers ?? {}) as Partial<Record<BridgeFamily, bigint[]>>,
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
    free: Type.Optional(
      Type.Decode(
        Type.Object(
          {
            ...common,
            forbidden: Type.Array(Type.Enum(freeMeanings, { type: 'string' }), {
              minItems: 1,
              description: 'Arguments of these meanings must be bound by the leaf or checked.',
            }),
            for: Type.Optional(
              Type.Array(leafName, { description: 'Only these leaves; all when left out.' }),
            ),
          },
          { ...strict, description: 'Which arguments the caller may not choose.' },
        ),
        ({ severity = 'error', except = [], ...ruleFields }) => ({
          severity,
          except,
          forbidden: ruleFields.forbidden as readonly FreeMeaning[],
          only: (ruleFields.for ?? null) as readonly LeafName[] | null,
        }),
      ),
    ),
    swap_price: Type.Optional(
      Type.Decode(
        Type.Union(
          [
            Type.Literal('required'),
            Type.Object(
              {
                ...common,
                decoders: Type.Optional(
                  Type.Array(account, {
                    description:
                      'Decoders that bind the least output of a swap to prices; none when left out.',
                  }),
                ),
              },
              strict,
            ),
          ],
          {
            description:
              'Every leaf that swaps names a decoder that binds its price: `required`, or an object that lists these decoders.',
          },
        ),
        (rule) => {
          const { severity = 'error', except = [], decoders = [] } = rule === 'required' ? {} : rule
          return { severity, except, decoders }
        },
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
    control: Type.Optional(controlRules),
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

/** The rules that the leaves of a tree must keep. */
export type Policy = FileReadBy<typeof readPolicy>
