let holdCount = 0

/**
 * Delays the refreshes of live updates until the action has ended. Deleting a record leaves its screen after the delete, and a refresh
 * in between would fetch the deleted record.
 */
export async function holdRefreshes<T>(action: () => Promise<T>): Promise<T> {
  holdCount++
  try {
    return await action()
  } finally {
    holdCount--
  }
}

export const isHeld = (): boolean => holdCount > 0
