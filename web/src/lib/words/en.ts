export const en = {
  'lectern.lost': 'Reconnecting. Nothing is lost.',
  'lectern.away': '{name} is away. A bot takes the seat in',
  'lectern.wait': 'Wait longer',
};
