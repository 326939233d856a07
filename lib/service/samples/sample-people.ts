/** Names for sample contacts, in several languages. */
export const firstnames =
  'Ana Ben Chloé Daan Elif Farid Greta Hugo Ines João Karin Liam Mei Nadia Olga Pablo Quinn Rosa Sven Tara Umut Vera Wei Ximena Yusuf Zoë Amara Björn Carla Dmitri Eszter Fatima Giulia Hana Ivan Jana Kofi Lena Marek Noor Oskar Priya Rafael Søren Thandi Ulla Viktor Wanda Yara Zeynep Łukasz Noémi Íris Ömer'.split(
    ' ',
  );

export const lastnames =
  'Silva Meyer Dubois Jansen Yılmaz Haddad Lindqvist Moreau Costa Nowak Murphy Chen Petrova García Keller Rossi Andersen Okafor Sato Novák Kowalski Fernández Schmidt Kaya Nguyen Andrade Horváth Ivanova Berg Mensah Weber Popescu Singh Almeida Sørensen Dlamini Virtanen Larsen Wójcik Haas Öztürk Bianchi Müller Pereira Fischer Tanaka O’Brien Castillo Vogel Lefèvre'.split(
    ' ',
  );

export const companies =
  `Alder & Finch, Northwind Freight, Kestrel Labs, Bluebell Foods, Harbor Light Energy, Quillworks,
Meridian Textiles, Solstice Travel, Copperleaf Design, Tidewater Insurance, Larkspur Health,
Granite Peak Outdoors, Papaya Software, Óbidos Cerâmica, Weißenberg Optik, Fjordline Shipping,
Saffron Street Kitchen, Willow Bank, Tern & Co., Juniper Publishing`.split(/,\s/);

export const jobtitles =
  `Account manager, Head of marketing, Purchasing lead, Founder, Office manager, Software engineer,
Customer success manager, Product designer, Operations director, Finance analyst, Sales representative,
Teacher, Event planner, Data analyst`.split(/,\s/);

export const segmentTitles =
  `Customer, Lead, Newsletter, VIP, Partner, Trial, Churned, Event 2026, Beta tester, Supplier, Press,
Ambassador`.split(/,\s/);

/** Prefixes of mobile numbers; each is valid with seven more digits. */
export const mobilePrefixes = ['+491512', '+3361', '+44770', '+35191', '+4670', '+3161'] as const;
