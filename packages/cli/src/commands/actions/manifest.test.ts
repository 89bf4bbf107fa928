import type { ManifestAction } from '@vaultwright/builder'
import { wireManifestOf } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { plain } from '../../terminal/style.ts'
import { printManifest } from './manifest.ts'

const action = (isPossible: boolean): ManifestAction => ({
  name: 'Unstake',
  protocol: 'balancer_v2',
  protocolAppUrl: null,
  description: 'Unstake pool tokens',
  isPossible,
  hasConstraints: false,
  params: [],
})

test('golden: an action of accounts that are not known is listed as possible', () => {
  const manifest = { 'balancer_v2/unstake': action(true) }
  expect(printManifest(manifest, plain).join('')).toContain('possibly: Unstake pool tokens')
  expect(wireManifestOf(manifest)['balancer_v2/unstake']).toMatchObject({ is_possible: true })
})

test('refuses: an action of known accounts is not called possible', () => {
  const manifest = { 'balancer_v2/unstake': action(false) }
  expect(printManifest(manifest, plain).join('')).not.toContain('possibly')
  expect(wireManifestOf(manifest)['balancer_v2/unstake']).not.toHaveProperty('is_possible')
})
