import { type Address, BaseError, type Hex, type Severity, slugOf } from '@vaultwright/base'
import { readLocatedText, type TextLocation } from '@vaultwright/document'
import { parseAddress } from '@vaultwright/merkle'
import { chains } from '@vaultwright/registry'
import { z } from 'zod'

/** Leaves named without their slots: all of a target, all of a function, or one by its digest. */
export type LeafName =
  | { readonly kind: 'target'; readonly target: Address }
  | { readonly kind: 'signature'; readonly signature: string }
  | { readonly kind: 'digest'; readonly digest: Hex }

/** Families of bridges that number chains in a way of their own. */
const bridgeFamilies = ['layer_zero', 'cctp', 'ccip', 'hyperlane', 'agglayer', 'lombard'] as const

/** A family of bridges. */
export type BridgeFamily = (typeof bridgeFamilies)[number]

const account = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hex digits')
  .transform((text, context): Address => {
    try {
      return parseAddress(text)
    } catch (error) {
      context.addIssue({
        code: 'custom',
        message: `is not an address: ${(error as Error).message}`,
      })
      return z.NEVER
    }
  })
  .describe('An account: 0x and 40 hex digits, in EIP-55 spelling or in one case.')

/** Somebody on another chain may have 32 bytes. */
const receiver = z
  .string()
  .regex(
    /^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/,
    'must be an account of 20 or 32 bytes: 0x and 40 or 64 hex digits',
  )
  .transform((text, context): Hex => {
    if (text.length === 66) return text.toLowerCase() as Hex
    const read = account.safeParse(text)
    if (read.success) return read.data
    context.addIssue({ code: 'custom', message: read.error.issues[0]!.message })
    return z.NEVER
  })

const signature = z
  .string()
  .regex(
    /^[\w$]+\([\w$,()[\]]*\)$/,
    'must be a canonical signature such as approve(address,uint256)',
  )

const leafName = z
  .string()
  .transform((text, context): LeafName => {
    if (/^0x[0-9a-fA-F]{64}$/.test(text)) {
      return { kind: 'digest', digest: text.toLowerCase() as Hex }
    }
    if (signature.safeParse(text).success) return { kind: 'signature', signature: text }
    const target = account.safeParse(text)
    if (target.success) return { kind: 'target', target: target.data }
    context.addIssue({
      code: 'custom',
      message: 'must name leaves: by a target, a canonical signature, or the digest of one leaf',
    })
    return z.NEVER
  })
  .describe('Leaves: the address of a target, a canonical signature, or the digest of one leaf.')

const severity = z.enum(['error', 'warning', 'info'] satisfies readonly Severity[])
const common = {
  severity: severity.default('error').describe('How bad a finding of this rule is.'),
  except: z.array(leafName).default([]).describe('Leaves that this rule does not judge.'),
}
const digits = z
  .union([z.int().min(0), z.string().regex(/^\d+$/)], { error: 'must be a whole number from 0' })
  .transform((number) => BigInt(number))
const slug = z.preprocess(
  (text) => (typeof text === 'string' ? slugOf(text) : text),
  z.enum(chains.map((chain) => chain.slug) as [string, ...string[]]),
)
const listRule = <Item extends z.ZodType>(item: Item) =>
  z
    .strictObject({
      ...common,
      allow: z.array(item).optional().describe('Everything else is a finding.'),
      deny: z.array(item).optional().describe('Each of these is a finding.'),
    })
    .refine(({ allow, deny }) => allow !== undefined || deny !== undefined, {
      error: 'needs a list: allow or deny',
    })

const schema = z.strictObject({
  $schema: z.string().optional().describe('Where an editor finds the schema of this file.'),
  version: z.literal(1).describe('The form of this file.'),
  name: z.string().optional().describe('What the policy is called.'),
  vault: account.optional().describe('The vault; the one that the tree states when left out.'),
  manager: account.optional().describe('Its Manager; the one that the tree states when left out.'),
  drones: z
    .array(account)
    .optional()
    .describe('The drones of the vault. When left out, those that the tree forwards through.'),
  transfers: z
    .strictObject({ ...common, allow: z.array(receiver).default([]) })
    .optional()
    .describe('A token may leave only to the vault, its drones and these accounts.'),
  approvals: z
    .strictObject({ ...common, allow: z.array(account).default([]) })
    .optional()
    .describe('Every spender of an approval is the target of another leaf, or one of these.'),
  exits: z
    .strictObject(common)
    .optional()
    .describe('Every deposit has its withdraw, every loan its repayment.'),
  bridges: z
    .strictObject({
      ...common,
      chains: z.array(slug).default([]),
      numbers: z
        .partialRecord(z.enum(bridgeFamilies), z.array(digits))
        .default({})
        .describe("Further destinations, by the bridge family's own numbers."),
      contracts: z
        .array(account)
        .default([])
        .describe('Bridges whose one destination is their own, such as those of a rollup.'),
      receivers: z.array(receiver).default([]).describe('Who may receive besides the vault.'),
    })
    .optional()
    .describe('Bridges lead to these chains only, and to the vault.'),
  targets: listRule(account).optional().describe('Which accounts may be called.'),
  decoders: listRule(account).optional().describe('Which decoders may read calls.'),
  signatures: listRule(signature).optional().describe('Which functions may be called.'),
  value: z
    .strictObject({ ...common, allow: z.array(leafName).default([]) })
    .optional()
    .describe('Which leaves may send value.'),
  maximum_leaves: z
    .union([z.int().min(0), z.strictObject({ severity: common.severity, limit: z.int().min(0) })])
    .transform((limit) =>
      typeof limit === 'number' ? { severity: 'error' as const, limit } : limit,
    )
    .optional()
    .describe('How many leaves the tree may have, padding not counted.'),
  unjudged: z
    .strictObject({ severity: severity.default('warning'), except: common.except })
    .default({ severity: 'warning', except: [] })
    .describe('Leaves of unknown functions, which a rule cannot judge.'),
})

/** What the leaves of a tree must keep to. */
export type Policy = z.output<typeof schema>

/**
 * Reads a policy: YAML, or JSON, which is YAML.
 *
 * @returns the policy, with severities and empty lists filled in.
 * @throws {PolicyFileError} for text that is not YAML, unknown keys and values of another shape, all at once.
 */
export function parsePolicy(text: string): Policy {
  const placed = readLocatedText(text)
  if (placed.faults.length > 0) throw new PolicyFileError(placed.faults)
  const read = schema.safeParse(placed.value)
  if (read.success) return read.data
  const problems = read.error.issues.flatMap((issue) => {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [null]
    return keys.map((key) => {
      const path = key === null ? issue.path : [...issue.path, key]
      return { ...placed.locationOf(path), message: `${pathText(path)} ${issueText(issue, key)}` }
    })
  })
  throw new PolicyFileError(problems)
}

/**
 * Describes the file of a policy for editors.
 *
 * @returns its JSON Schema, draft 2020-12.
 */
export function policySchema(): { readonly [key: string]: unknown } {
  return { title: 'Vaultwright policy', ...z.toJSONSchema(schema, { io: 'input' }) }
}

function issueText(issue: z.core.$ZodIssue, key: string | null): string {
  if (key !== null) return 'is not a key of a policy'
  if (issue.code === 'invalid_type') return `must be of type ${issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  return issue.message.replace(/^Too \w+: expected number to be/, 'must be')
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
  return text === '' ? 'The policy' : text.replace(/^\./, '')
}

/** How many problems the sentence spells out; the facts hold them all. */
const shown = 8

/** A policy file cannot be read. */
export class PolicyFileError extends BaseError {
  override readonly code = 'policy_file'
  override readonly kind = 'invalid_input'

  constructor(problems: readonly (TextLocation & { readonly message: string })[]) {
    const told = problems.map(
      ({ line, column, message }) => `line ${line}, column ${column}: ${message}`,
    )
    const rest = told.length > shown ? `; and ${told.length - shown} more` : ''
    super({
      message: `The policy file is not as it must be. Correct ${told.slice(0, shown).join('; ')}${rest}.`,
      facts: { problems: problems.map(({ line, column, message }) => ({ line, column, message })) },
    })
  }
}
