import { useSearch } from '@tanstack/react-router'
import { AllKeys } from './all-keys.tsx'
import { OwnKeys } from './own-keys.tsx'

/** API keys: those of the user, or for an admin those of the tenant. */
export function KeyScreen() {
  const { all } = useSearch({ from: '/session/settings/keys' })
  return all ? <AllKeys key="all" /> : <OwnKeys key="own" />
}
