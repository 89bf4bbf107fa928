import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { Choice } from '../part/choice.tsx'
import { Section } from '../part/page.tsx'
import { Failure } from '../part/state.tsx'
import { askConsole } from '../session/console-api.ts'
import { forgetSession, useSession } from '../session/session.ts'
import { setTheme, storedTheme, type Theme } from '../shell/theme.ts'
import { PasskeySection } from './passkey-section.tsx'
import { SessionSection } from './session-section.tsx'
import { SettingsPage } from './settings-page.tsx'

const themes = { system: 'As the system', light: 'Light', dark: 'Dark' } as const

/** By what the user gets in, and how the console looks. */
export function AccessScreen() {
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { href } = useLocation()
  const [theme, setShown] = useState<Theme>(storedTheme)
  const [error, setError] = useState<unknown>(null)
  const signOut = async () => {
    try {
      await askConsole('signOut', {})
      forgetSession(queries)
      await navigate({ to: '/sign-in', search: { to: href } })
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <SettingsPage
      title="My access"
      lead={
        session ? `${session.user.name}, ${session.user.role} in ${session.tenant.name}` : undefined
      }
      actions={<Button onClick={signOut}>Sign out</Button>}
    >
      <Failure title="You are not signed out" error={error} />
      <PasskeySection />
      <SessionSection />
      <Section title="Theme">
        <div>
          <Choice<Theme>
            name="Theme"
            options={themes}
            chosen={theme}
            choose={(next) => {
              setTheme(next)
              setShown(next)
            }}
          />
        </div>
      </Section>
    </SettingsPage>
  )
}
