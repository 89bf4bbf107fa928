import { type ActName, acts, type ControlPolicy } from '@vaultwright/access-control'
import { withChecks } from '@vaultwright/document'
import Type from 'typebox'
import { account } from './leaf-name.ts'

const strict = { additionalProperties: false } as const
const unitSeconds = { s: 1, min: 60, h: 3_600, d: 86_400 } as const
const durationText = '^(\\d{1,6})(s|min|h|d)$'

function duration(description: string) {
  const text = Type.String({
    description,
    pattern: durationText,
    errorMessage: 'must be a duration such as 0s, 30min, 24h or 7d',
  })
  return Type.Decode(text, (value): number => {
    const [, count, unit] = new RegExp(durationText).exec(value)!
    return Number(count) * unitSeconds[unit as keyof typeof unitSeconds]
  })
}

function keyCount(description: string, minimum: number) {
  return Type.Integer({ minimum, maximum: 1_000, description })
}

function accountList(description: string) {
  return Type.Array(account, { minItems: 1, maxItems: 100, description })
}

const demands = {
  least_keys: Type.Optional(keyCount('No fewer keys suffice, as far as cannot be excluded.', 1)),
  least_delay: Type.Optional(duration('It cannot be done sooner.')),
  not_public: Type.Optional(Type.Literal(true, { description: 'It takes a key at least.' })),
  only_through: Type.Optional(
    accountList('It is done by calls that these accounts make, and in no other way.'),
  ),
  not_by: Type.Optional(accountList('These accounts have no part in any way of doing it.')),
  most_keys: Type.Optional(keyCount('This many keys suffice, for what must stay quick.', 0)),
  most_delay: Type.Optional(duration('It can be done by then, with most_keys in the same way.')),
}
const contractName = Type.String({
  pattern: '^0x[0-9a-fA-F]{40}$',
  errorMessage: 'must be the address of a contract: 0x and 40 hex digits',
})
const on = Type.Optional(
  Type.Record(Type.String(), filled(Type.Object(demands, strict)), {
    propertyNames: contractName,
    description: 'Demands on single contracts, by address, in place of those for every contract.',
  }),
)
const actRule = (description: string) =>
  Type.Optional(filled(Type.Object({ ...demands, on }, { ...strict, description })))

const orWarn = (word: 'refuse' | 'require', description: string) =>
  Type.Optional(Type.Enum([word, 'warn'], { type: 'string', description }))
const accountRule = {
  unknown_code: orWarn('refuse', 'Code that is not known.'),
  unused_accounts: orWarn('refuse', 'Accounts without code that were never used.'),
  delegated_keys: orWarn('refuse', 'Keys that lend their account code.'),
  complete: orWarn('require', 'Every list of holders is proven complete.'),
  modules: Type.Optional(
    Type.Enum(['listed', 'refuse'], {
      type: 'string',
      description: 'Whether a Safe may have modules: those of its list, proven complete, or none.',
    }),
  ),
}

function filled<Rule extends ReturnType<typeof Type.Object>>(rule: Rule) {
  return withChecks(rule, (value) =>
    Object.keys(value as object).length > 0 ? [] : [{ path: [], message: 'needs a demand' }],
  )
}

const actRules = Object.fromEntries(
  (Object.keys(acts) as ActName[]).map((act) => [act, actRule(`Who ${acts[act].sentence}.`)]),
) as Record<ActName, ReturnType<typeof actRule>>

/** The shape of the rules for who may do what with a vault: an act each, and `any` for the accounts that hold powers. */
export const controlRules = Type.Decode(
  Type.Object(
    {
      ...actRules,
      any: Type.Optional(filled(Type.Object(accountRule, strict))),
    },
    { ...strict, description: 'Who may do what with the vault, held by `vaultwright control`.' },
  ),
  (rules) => rules as ControlPolicy,
)
