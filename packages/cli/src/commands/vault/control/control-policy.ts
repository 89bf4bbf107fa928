import { checkControl } from '@vaultwright/access-control'
import { type Finding, isSameAddress } from '@vaultwright/base'
import { filledBy, text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { readPolicyFile } from '../../../policy/policy-file.ts'
import type { Context } from '../../../terminal/context.ts'

/** The option of a policy that an answer is held against. */
export const policyOption = filledBy(
  text(
    'Answer no (exit 1) where the rules under control: of this policy are broken or cannot be decided',
    'file',
  ),
  'policy',
)

type ControlRules = {
  readonly path: string
  readonly vault: string | undefined
  readonly control: Parameters<typeof checkControl>[1]
}

/** Reads the rules for who may do what out of a policy; a policy without them judges nothing here. */
export async function rulesIn(
  path: string | undefined,
  context: Context,
): Promise<ControlRules | null> {
  if (path === undefined) return null
  const { vault, control } = await readPolicyFile(path, context)
  if (control !== undefined) return { path, vault, control }
  throw new UsageError(
    'The policy has no rules under control:, so it says nothing of who controls a vault. Add them, or leave --policy out.',
    { option: 'policy', value: path },
  )
}

/** Holds an answer against a policy of the same vault; null without a policy. */
export function findingsOf(
  answered: Parameters<typeof checkControl>[0],
  rules: ControlRules | null,
  vault: string,
): readonly Finding[] | null {
  if (rules === null) return null
  if (rules.vault !== undefined && !isSameAddress(rules.vault as never, vault as never)) {
    throw new UsageError(
      `The policy is for the vault ${rules.vault}, not for ${vault}. Give the policy of the vault.`,
      { option: 'policy', value: rules.path },
    )
  }
  return checkControl(answered, rules.control)
}
