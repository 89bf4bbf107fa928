import type { BuiltPart } from './simulation-part.ts'

/**
 * Spells the answer to a build as JSON would. Its calldata goes in as it is: most of the answer is hex, in which nothing
 * is to be escaped.
 *
 * @param described - what stands between the target and the simulation.
 */
export function builtText(
  { encoded_tx_data, target, ...fields }: BuiltPart,
  described: { readonly description: string; readonly action_api_response: unknown },
): string {
  const tail = JSON.stringify({ target, ...described, ...fields })
  return `{"encoded_tx_data":"${encoded_tx_data}",${tail.slice(1)}`
}
