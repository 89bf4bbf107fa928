import { useEffect, useState } from 'react'

/** True if a time has passed, by the clock of this computer; looked at every second. */
export function useExpired(at: string): boolean {
  return useSecondsLeft(at) <= 0
}

/** The time a quote still holds. */
export function Expiry({ at: time }: { readonly at: string }) {
  const seconds = useSecondsLeft(time)
  return (
    <div title={time}>
      {seconds > 0 ? `holds for ${seconds} s` : `expired at ${time.slice(11, 19)} UTC`}
    </div>
  )
}

function useSecondsLeft(at: string): number {
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((Date.parse(at) - now) / 1_000))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isOver])
  return seconds
}
