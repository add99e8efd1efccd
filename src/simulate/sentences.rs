//! French sentences for the third surface, grouped by the winning words of article 3.4.2 that they hold.
//!
//! All were written for this simulator. They spread over what print may do to a reader: accents, capitals, both
//! apostrophes, `œ` and `oe`, punctuation, one short line to a full letter of about 95 characters. The losing ones
//! hold many words that resemble a winning one without being it.

/// Hold no winning word; the second half goes near one (`cœurs`, `aimer`, `baiser`, `compassion`, `magie`).
pub const LOSING: &[&str] = &[
    "Tu es mon rayon de soleil",
    "Je pense à toi chaque matin",
    "Tes yeux me font rêver",
    "TON SOURIRE ÉCLAIRE MES JOURNÉES",
    "Avec toi, la vie est une fête !",
    "Veux-tu m'épouser ?",
    "Rendez-vous ce soir, à la belle étoile…",
    "Je t’attends depuis toujours",
    "Sans toi, plus rien n'a de goût",
    "Nos chemins se sont croisés un soir de juillet, et depuis je ne regarde plus ma montre",
    "Deux tasses de thé, un feu de bois et ta voix",
    "Reste encore un peu, la nuit est si douce",
    "Qu'importe la pluie, puisque tu es là",
    "TU ME MANQUES DÉJÀ",
    "Un mot de toi suffit à mon bonheur",
    "Je te le dis tout bas : tu es la plus belle",
    "À bientôt, ma douce amie",
    "Où que tu ailles, j'irai",
    "Hâte de te revoir, ma chérie !",
    "Ma vie à tes côtés est un voyage sans fin, plein d'éclats de rire et de ciels d’été",
    "Écris-moi vite",
    "Ce bouquet de pivoines, c'est pour toi",
    "Promets-moi de ne jamais changer",
    "ÉPOUSE-MOI, ET PARTONS À VENISE !",
    "Ton parfum flotte encore dans l’entrée",
    "Dansons jusqu'à l'aube, veux-tu ?",
    "J’ai gardé ta lettre au fond de ma poche tout l'hiver",
    "Ô toi, lumière de mes nuits",
    "Il me tarde de te serrer dans mes bras",
    "Mille et une nuits ne suffiraient pas",
    "Tu es le sel de ma vie, le sucre de mes matins et l'épice de mes dimanches sans fin",
    "Ensemble, c'est tout",
    "Garde-moi une place près de toi",
    "Le plus beau jour de l’année, ce fut celui où tu m'as dit oui",
    "Merci d'être toi.",
    "Une île, un hamac et nous deux : qu'en dis-tu ?",
    "TENDRES PENSÉES DE VOTRE ADMIRATEUR SECRET",
    "Tu me plais… beaucoup !",
    "Depuis Noël, je ne dors plus",
    "Le hasard fait bien les choses : il t'a mise sur ma route un matin de grève à la gare",
    "Partageons nos rêves, nos joies et nos peines",
    "Donne-moi la main, fermons les yeux",
    "Nos cœurs battent à l'unisson",
    "Deux coeurs, une seule flamme",
    "NOS CŒURS SE SONT RECONNUS",
    "Tu fais chavirer les cœurs, même le mien",
    "Il chante dans le chœur du village",
    "Ma sœur te trouve charmant, et moi aussi",
    "Je t'ai suivi à contrecœur, me voilà conquise",
    "Sans rancœur, sans regret : tu es mon avenir",
    "Aimer, c'est regarder ensemble dans la même direction",
    "Apprends-moi à t'aimer mieux encore",
    "Tu aimes danser sous la pluie, je le sais",
    "Nous aimons les mêmes chansons",
    "Elle aimait les roses, il lui offrit un jardin",
    "T’aimerai-je un jour autant que tu le mérites ?",
    "JE N'AI JAMAIS AIMÉ QUE TOI",
    "Comme deux aimants, nous voilà réunis",
    "Maxime et Anaïs, pour la vie",
    "Un baiser volé sous le gui",
    "Un doux baiser sur ta joue",
    "UN BAISER POUR TE DIRE BONSOIR",
    "J'ose un baiser, puis deux, puis je ne compte plus ; la nuit est à nous jusqu'au matin",
    "Je suis passionné de toi",
    "Passionnément vôtre, à la folie",
    "Tu es passionnée et si tendre à la fois",
    "Nos passions nous unissent",
    "Ta compassion m’a touché",
    "La magie de Noël est dans tes yeux",
    "Des nuits magiques nous attendent",
    "Tu as transformé ma vie comme par magie",
    "Le magicien, c'est toi !",
    "INSTANTS MAGIQUES AU BORD DU LAC",
    "Tout devient magiquement simple avec toi",
    "Le bonheur, c'est toi, moi et notre vieux chat",
    "Quelle joie de t'avoir trouvée, toi que je n'espérais plus, un dimanche d'août à Saint-Malo",
];

/// Hold `cœur` and no other winning word: 3 €.
pub const COEUR: &[&str] = &[
    "Mon cœur bat pour toi",
    "Mon coeur est à toi pour toujours",
    "MON CŒUR NE BAT QUE POUR TOI",
    "À toi mon cœur, à toi ma vie",
    "Tu as pris mon cœur, garde-le bien",
    "Cœur perdu un soir de bal, récompense à qui le rapportera",
    "Il y a dans mon cœur une place qui porte ton nom depuis notre tout premier regard",
    "Entre mon cœur et le tien, pas un nuage",
    "Je t'offre mon cœur !",
    "Mon cœur : il est à prendre",
    "Loin des yeux, près du coeur",
    "J’ai le cœur léger quand tu ris",
    "De tout cœur, ta petite étoile",
    "Ton cœur, mes cœurs, notre histoire",
    "MON COEUR S'EMBALLE DÈS QUE TU PARAIS",
    "Un seul être vous manque, et le cœur s’arrête",
];

/// Hold `aime` and no other winning word: 5 €.
pub const AIME: &[&str] = &[
    "Je t'aime plus que tout",
    "Je t’aime, un peu, beaucoup, à la folie",
    "JE T'AIME",
    "Celle que j'aime, c'est toi",
    "Qui m’aime me suive !",
    "Je t'aime depuis le premier jour, et chaque matin me le redit un peu plus fort",
    "On s'aime, voilà tout",
    "J'aime tes silences autant que tes rires",
    "Je l’aime, il est parfait",
    "Aime comme si c'était la première fois",
    "Ce que j'aime en toi ? Tout !",
    "Moi aussi, je t'aime…",
    "QUAND ON AIME, ON NE COMPTE PAS",
    "Dis-moi que tu m'aimes, je te dirai que je t'aime",
    "À l'homme que j’aime, pour nos dix ans",
];

/// Hold `baisers` and no other winning word: 10 €.
pub const BAISERS: &[&str] = &[
    "Mille baisers, ma douce",
    "Tes baisers me manquent",
    "Doux baisers de Bretagne",
    "BAISERS VOLÉS AU CLAIR DE LUNE",
    "Baisers, baisers, et encore baisers !",
    "Je t'envoie des baisers par la poste",
    "Tes baisers ont le goût des fraises",
    "Couvre-moi de baisers",
    "Des baisers plein les poches, un train à prendre et toi qui m’attends sur le quai",
    "Un baiser appelle d'autres baisers",
    "Tendres baisers à ma fiancée",
    "Cent baisers ne suffisent pas, il m'en faut mille",
    "L’été revient, et tes baisers avec lui",
    "Bons baisers d'ici, à très vite",
];

/// Hold `magique` and no other winning word: 120 €.
pub const MAGIQUE: &[&str] = &[
    "Notre rencontre fut magique",
    "Ce moment magique est à nous",
    "Avec toi, tout est magique !",
    "UNE NUIT MAGIQUE À TES CÔTÉS",
    "Magique, ton regard sur moi",
    "Un instant magique, hors du temps",
    "Quelle soirée magique…",
    "Il n’y a pas de formule magique : il y a toi",
    "C'est magique : je souris dès que tu entres",
    "Ta voix a quelque chose de magique quand tu me lis des poèmes au coin du feu, l'hiver",
    "Noël magique à deux",
    "Un lieu magique, un soir d’août, et toi",
    "Magique ! Tu as dit oui",
];

/// Hold `passion` and no other winning word: 10 000 €.
pub const PASSION: &[&str] = &[
    "Ma passion pour toi brûle encore",
    "Tu es ma seule passion",
    "Ma passion, ma vie, mon rêve",
    "PASSION D'UN SOIR, PASSION DE TOUJOURS",
    "Vivons notre passion au grand jour",
    "Nul ne connaît la passion qui m'habite",
    "Avec passion, pour toujours",
    "La passion nous emporte, laissons-nous faire",
    "D'un regard est née la passion",
    "Quelle passion dans tes yeux !",
    "Notre passion n’a pas pris une ride : dix ans déjà, et tant de printemps à venir",
    "Passion dévorante, tendresse infinie",
    "De la passion à la folie, il n'y a qu'un pas",
];

/// Hold `cœur` and `aime`: 8 €.
pub const COEUR_AIME: &[&str] = &[
    "Je t'aime de tout mon cœur",
    "Mon cœur t’aime en secret",
    "JE T'AIME, MON CŒUR",
    "J'aime entendre battre ton coeur",
    "Qui aime avec le cœur ne vieillit pas",
    "Quand on s'aime, le cœur a toujours vingt ans, dit ma grand-mère",
    "Mon cœur, je t'aime !",
];

/// Hold `aime` and `baisers`: 15 €.
pub const AIME_BAISERS: &[&str] = &[
    "Je t'aime, mille baisers",
    "Mille baisers à celle que j’aime",
    "J'aime tes baisers",
    "BAISERS À CEUX QUE J'AIME",
    "Je t'aime ! Doux baisers de Nice",
    "Pour tes baisers, et pour tout le reste, je t'aime",
];

/// Hold `cœur`, `aime` and `baisers`: 18 €.
pub const COEUR_AIME_BAISERS: &[&str] = &[
    "Je t'aime mon cœur, tendres baisers",
    "Baisers à toi, mon cœur, que j’aime tant",
    "MON CŒUR, JE T'AIME ! BAISERS",
    "Tes baisers, ton coeur, ton rire : j'aime tout de toi",
];

/// Hold winning words whose sum is no part of any prize in article 2 (`review`, `not_in_prize_table`).
pub const OUTSIDE_PRIZE_TABLE: &[&str] = &[
    "Mon cœur, mille baisers !",
    "Tendres baisers de tout cœur",
    "Je t'aime, c'est magique",
    "Un cœur plein de passion",
];

/// Hold a winning word only inside a hyphenated compound (`review`, `compound_word`).
pub const COMPOUND: &[&str] =
    &["Aime-moi toujours", "Un tête-à-tête, un cœur-à-cœur", "Ton porte-passion préféré", "Viens, mon joli-cœur"];

/// Sentences whose winning words bring exactly `prize_eur`; none when no listed part of a prize is made so.
pub fn paying(prize_eur: u32) -> &'static [&'static str] {
    match prize_eur {
        0 => LOSING,
        3 => COEUR,
        5 => AIME,
        8 => COEUR_AIME,
        10 => BAISERS,
        15 => AIME_BAISERS,
        18 => COEUR_AIME_BAISERS,
        120 => MAGIQUE,
        10_000 => PASSION,
        _ => &[],
    }
}
