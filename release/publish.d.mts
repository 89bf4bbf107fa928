import type { Pack } from './pack.mjs'

type Target = {
  readonly version: string
  readonly registry: string
  readonly env: Readonly<Record<string, string | undefined>>
}
export function publishPlan(packs: readonly Pack[], target: Target): readonly string[]
export function publishAll(
  packs: readonly Pack[],
  target: Target & { readonly token: string },
): Promise<readonly string[]>
