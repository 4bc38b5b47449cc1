-- Written by pg_dump: the database of version 3 in this directory, restored into PostgreSQL with
-- `rukh restore` of commit a4e44c2, without its settings and comments.
CREATE TABLE public.archive (
    game text NOT NULL,
    seq bigint NOT NULL,
    log bytea NOT NULL
);
CREATE TABLE public.aside (
    game text NOT NULL,
    n bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.game (
    id text NOT NULL,
    instance text NOT NULL,
    hash text NOT NULL,
    ruleset_name text NOT NULL,
    skin text NOT NULL,
    white text NOT NULL,
    black text NOT NULL,
    white_player text,
    black_player text,
    "time" text NOT NULL,
    manner text NOT NULL,
    is_private bigint NOT NULL,
    server_seed text NOT NULL,
    start_fen text NOT NULL,
    phase text NOT NULL,
    is_over bigint NOT NULL,
    result text,
    started bigint NOT NULL,
    updated bigint NOT NULL,
    plies bigint NOT NULL,
    deadline bigint,
    seq bigint NOT NULL,
    asides bigint NOT NULL,
    archived bigint DEFAULT 0 NOT NULL,
    epoch bigint NOT NULL,
    owner text,
    turn text
);
CREATE TABLE public.log (
    game text NOT NULL,
    seq bigint NOT NULL,
    body text NOT NULL,
    intent text
);
CREATE TABLE public.node (
    life text NOT NULL,
    id text NOT NULL,
    address text NOT NULL,
    seen bigint NOT NULL,
    expires bigint NOT NULL
);
CREATE TABLE public.presence (
    game text NOT NULL,
    seen bigint NOT NULL
);
CREATE TABLE public.secret (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.seek (
    id text NOT NULL,
    by_player text NOT NULL,
    body text NOT NULL,
    is_private bigint NOT NULL,
    created bigint NOT NULL,
    expires bigint NOT NULL,
    alive bigint NOT NULL,
    game text
);
CREATE TABLE public.table_version (
    version bigint NOT NULL
);
INSERT INTO public.archive VALUES ('qh88svxp5unn', 15, '\x01b5564b6edb3010bd8aa075dae82fb12bb740ba291014d9741107014d519662897228ca8e5318e832b945af969b94a46849f4df466d2fac1991c337ef3d9abcbf377f0fcdd9d0fc625f0d4dc67f8766c520e54f3c8e79cc5fcfd38ce1e6719291580e4aeb02123988c002cbd4d7bc80af3235cde10253999c21eff969ec33e7c50b9e83194f2ef980510ed1e470c58ff7bf1fef7f3ededed6abb21441f7d54942f4ba08eb91d354cd08874e5033b74a21a3903cc9a929ac5299f54696031ce0fb2e80184648be4d30912f29c113fe4cafa7ea731da9ef4ff5b9bebbbdf9f1fde6f6ce981b9ff8d7326c5901954591b10213c120a9f35c909915eba425598552d182049bb10ce63c1f58968c11c5aa822fbae16c10d56e01194a1b0e683683528c04e615e6198a61bcd07562b4c63d9245b81415a1a86d87c00fac288a42e002013d2f5752ace6734096c4b4aad0260a4839af79d724ad49a5a2e5d2bc12bf0f57ada79cd6534539c37d4b5559dcc8a4d6142ad0b29029ecc898954de4ca487a83875319552a5abd94d5e554954170ca6adae769cacb972c2b49071ec18ae5da185855ab7093b0085816efd19c1b6299816df63a750f77aac8d43a0db54e837d9d066b9d862a73894e81f3ffacd1ce15fe304786003e70fadc792d773185f3c73249d416d9e1952d7843cb6d94293555fcae324679460e09334f610764fb4200346d945a0bc159468f35a3c7fb8c1eaf193d76e2cb191d00cbdd25bfe7bac169f2aba1cb4620017ce0f7b90b5bee189ce0111f7c8605f8d6b46c6501b75f3ddaa87e401da986bf6501c7898e24c5072008fd13f644e9f52183b3cc843433a17d66426b66420eba9899801506e12edef819149ec69b6e26017c10f5b9b3ad4e6f7efe3ec238c6f1010a0b51daf6b983b6a08fac5de81d7713bd7b3c7aaebab60d6cfbac23641cf5654ff4238468b2df266b67c8384a82cbe91eb9ce91ccf10d14d8a79c2102f8c0b634fababb06c5553626fb08dc446bfb72076f476b01f714b43b2e43767747c044f324075ce74c2d9bb5b7becea1fc8e5795a4d71c6ca41105f14b53f397186df0e9d517e39b806af04baf31ce669818f5f473e304b6900a4a8422c67486e96385c51e69b39bcc34acd7538d70af47b8bca0eef9dbdec3bba7aa53ede4b68f3bba3b8adaa35b81d9ba58e07acd1f07e5a7f7c33f');
INSERT INTO public.aside VALUES ('mj2mcqq5ixnp', 1, 1795609024825, '{"kind":"premoves","side":"black","moves":[{"move":"d7d6"}]}');
INSERT INTO public.aside VALUES ('qh88svxp5unn', 1, 1795608890918, '{"kind":"chat","from":{"id":"vc4qjg5t2x46q6vr","name":"Almaz","role":"white"},"room":"players","text":"I''m ready"}');
INSERT INTO public.aside VALUES ('qh88svxp5unn', 2, 1795608891289, '{"kind":"chat","from":{"id":"fxupw9r9q48jbkbf","name":"Chala","role":"spectator"},"room":"spectators","text":"Good luck!","preset":"good_luck"}');
INSERT INTO public.aside VALUES ('qh88svxp5unn', 3, 1795608891479, '{"kind":"demo","from":{"id":"fxupw9r9q48jbkbf","name":"Chala","role":"spectator"},"room":"spectators","steps":[{"from":"g1","to":"f3","man":"n","side":"white"}],"until":1795608901479}');
INSERT INTO public.aside VALUES ('xmxa6u8g565i', 1, 1795609021182, '{"kind":"chat","from":{"id":"47em3fbd97tjsyvq","name":"Almaz","role":"white"},"room":"players","text":"I''m ready"}');
INSERT INTO public.aside VALUES ('xmxa6u8g565i', 2, 1795609021186, '{"kind":"chat","from":{"id":"mn6x2ckw7vdnn3wp","name":"Chala","role":"spectator"},"room":"spectators","text":"Good luck!","preset":"good_luck"}');
INSERT INTO public.game VALUES ('qh88svxp5unn', 'shatranj', '4b029295539aea8c', 'Shatranj', 'leather', '{"kind":"human","name":"Almaz","player":"vc4qjg5t2x46q6vr"}', '{"kind":"human","name":"በቀለ","player":"thca3z2f7czy7ub2"}', 'vc4qjg5t2x46q6vr', 'thca3z2f7czy7ub2', '{"kind":"fischer","initial":600,"increment":5}', '"match"', 0, '86be756b56884ee2f106d87f4680ad638b605c5f259a57d3499048056e142480', 'rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1', '"over"', 1, '{"winner":"white","reason":"resignation","text":"White wins: Black has given up.","style":null}', 1795608887939, 1795608891634, 4, NULL, 15, 3, 15, 2, NULL, NULL);
INSERT INTO public.game VALUES ('xmxa6u8g565i', 'senterej', '520dfe134f7ec2d6', 'Senterej', 'red-cloth', '{"kind":"human","name":"Almaz","player":"47em3fbd97tjsyvq"}', '{"kind":"human","name":"በቀለ","player":"b3w7t83a8923qmpu"}', '47em3fbd97tjsyvq', 'b3w7t83a8923qmpu', '{"kind":"fischer","initial":600,"increment":5,"marshal":90}', '"match"', 0, 'd8b76a53f78ced60717d9e86bf1a33cf082f71b62ebaf9552bb56829c74b49e6', 'rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR * - - 0 1', '"over"', 1, '{"winner":"white","reason":"resignation","text":"White wins: Black has given up.","style":null}', 1795609020662, 1795609021191, 8, NULL, 14, 2, 0, 1, NULL, NULL);
INSERT INTO public.game VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 'oblong-dice', '73e474ed397c8238', 'Oblong chess with a die', 'walnut', '{"kind":"human","name":"Almaz","player":"47em3fbd97tjsyvq"}', '{"kind":"human","name":"በቀለ","player":"b3w7t83a8923qmpu"}', '47em3fbd97tjsyvq', 'b3w7t83a8923qmpu', '{"kind":"none"}', '"traditional"', 1, '9119ddd6ddda0fb9cc725b18fb67473ca84a3f0b280560815ec06ab05b587da0', 'efke/1nn1/r2r/4/pppp/4/pppp/4/4/PPPP/4/PPPP/4/R2R/1NN1/EFKE w - - 0 1', '"turns"', 0, NULL, 1795609021209, 1795609023905, 4, NULL, 11, 0, 0, 1, 'backup', '"white"');
INSERT INTO public.game VALUES ('egt2i3htj5py', 'senterej[castle=right,pawn-sprint=on]', '791e1ead9f4028a2', 'Senterej', 'red-cloth', '{"kind":"human","name":"Almaz","player":"47em3fbd97tjsyvq"}', '{"kind":"human","name":"በቀለ","player":"b3w7t83a8923qmpu"}', '47em3fbd97tjsyvq', 'b3w7t83a8923qmpu', '{"kind":"none"}', '"traditional"', 0, '6cf9306b418dded6fde7100bdc622b02e5ed7dcb34723d30e719bd415ae61dbb', 'rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR * Kq - 0 1', '"werera"', 0, NULL, 1795609024594, 1795609024748, 3, NULL, 4, 0, 0, 1, 'backup', NULL);
INSERT INTO public.game VALUES ('mj2mcqq5ixnp', 'shatranj', '4b029295539aea8c', 'Shatranj', 'leather', '{"kind":"human","name":"Almaz","player":"47em3fbd97tjsyvq"}', '{"kind":"human","name":"በቀለ","player":"b3w7t83a8923qmpu"}', '47em3fbd97tjsyvq', 'b3w7t83a8923qmpu', '{"kind":"days","days":3}', '"traditional"', 0, '150f1ff701c14379f003b921a32e21660e687b8a39bd0ebc0d5b080106547f37', 'rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1', '"turns"', 0, NULL, 1795609024784, 1795609024821, 2, 1795868224821, 3, 1, 0, 1, 'backup', '"white"');
INSERT INTO public.log VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 1, '{"v":1,"t":"start","d":{"white":{"kind":"human","name":"Almaz","player":"47em3fbd97tjsyvq"},"black":{"kind":"human","name":"በቀለ","player":"b3w7t83a8923qmpu"},"instance":"oblong-dice","hash":"73e474ed397c8238","fen":"efke/1nn1/r2r/4/pppp/4/pppp/4/4/PPPP/4/PPPP/4/R2R/1NN1/EFKE w - - 0 1","commitment":"9520778e3798c059e542ad2a70ffd2544e1f550ba81c0431bc671fdbd750ad6c","time":{"kind":"none"},"manner":"traditional","private":true,"ready":{"white":true,"black":true}},"at":1795609021209}', NULL);
INSERT INTO public.log VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 2, '{"v":2,"t":"seeds","d":{"white":"white salt","black":"black salt","client_seed":"white salt\nblack salt"},"at":1795609021224}', NULL);
INSERT INTO public.log VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 3, '{"v":3,"t":"throw","d":{"side":"white","face":1,"n":1,"mans":["p"]},"at":1795609021224}', 'b i13');
INSERT INTO public.log VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 4, '{"v":4,"t":"move","d":{"side":"white","from":"a5","to":"a6","man":"p","san":"a6","move":"a5a6","capture":false,"promotion":null,"castle":false,"pass":false},"at":1795609022262}', NULL);
INSERT INTO public.log VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 5, '{"v":5,"t":"throw","d":{"side":"black","face":5,"n":2,"mans":["f"]},"at":1795609022262}', 'w i14');
INSERT INTO public.log VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 6, '{"v":6,"t":"move","d":{"side":"black","from":"b16","to":"a15","man":"f","san":"Fa15","move":"b16a15","capture":false,"promotion":null,"castle":false,"pass":false},"at":1795609022799}', NULL);
INSERT INTO public.log VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 7, '{"v":7,"t":"throw","d":{"side":"white","face":5,"n":3,"mans":["f"]},"at":1795609022799}', 'b i15');
INSERT INTO public.log VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 8, '{"v":8,"t":"move","d":{"side":"white","from":"b1","to":"a2","man":"f","san":"Fa2","move":"b1a2","capture":false,"promotion":null,"castle":false,"pass":false},"at":1795609023343}', NULL);
INSERT INTO public.log VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 9, '{"v":9,"t":"throw","d":{"side":"black","face":6,"n":4,"mans":["k"]},"at":1795609023343}', 'w i16');
INSERT INTO public.log VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 10, '{"v":10,"t":"move","d":{"side":"black","from":"c16","to":"b16","man":"k","san":"Kb16","move":"c16b16","capture":false,"promotion":null,"castle":false,"pass":false},"at":1795609023905}', NULL);
INSERT INTO public.log VALUES ('4dhkpv2c5qzjmvxmtf9e9unnrb', 11, '{"v":11,"t":"throw","d":{"side":"white","face":2,"n":5,"mans":["r"]},"at":1795609023905}', 'b i17');
INSERT INTO public.log VALUES ('egt2i3htj5py', 1, '{"v":1,"t":"start","d":{"white":{"kind":"human","name":"Almaz","player":"47em3fbd97tjsyvq"},"black":{"kind":"human","name":"በቀለ","player":"b3w7t83a8923qmpu"},"instance":"senterej[castle=right,pawn-sprint=on]","hash":"791e1ead9f4028a2","fen":"rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR * Kq - 0 1","commitment":"2db9bbcec3c2d869573d39719f706b89101fc89537c92cfdc0feeca54dd72389","time":{"kind":"none"},"manner":"traditional","private":false,"ready":{"white":true,"black":true}},"at":1795609024594}', NULL);
INSERT INTO public.log VALUES ('egt2i3htj5py', 2, '{"v":2,"t":"place","d":{"side":"white","id":7,"man":"n","from":"g1","to":"f3","san":"Nf3","capture":false,"promotion":null},"at":1795609024702}', 'w i18');
INSERT INTO public.log VALUES ('egt2i3htj5py', 3, '{"v":3,"t":"place","d":{"side":"black","id":20,"man":"p","from":"d7","to":"d6","san":"d6","capture":false,"promotion":null},"at":1795609024742}', 'b i19');
INSERT INTO public.log VALUES ('egt2i3htj5py', 4, '{"v":4,"t":"place","d":{"side":"white","id":13,"man":"p","from":"e2","to":"e3","san":"e3","capture":false,"promotion":null},"at":1795609024748}', 'w i20');
INSERT INTO public.log VALUES ('mj2mcqq5ixnp', 1, '{"v":1,"t":"start","d":{"white":{"kind":"human","name":"Almaz","player":"47em3fbd97tjsyvq"},"black":{"kind":"human","name":"በቀለ","player":"b3w7t83a8923qmpu"},"instance":"shatranj","hash":"4b029295539aea8c","fen":"rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - - 0 1","commitment":null,"time":{"kind":"days","days":3},"manner":"traditional","private":false,"ready":{"white":true,"black":true}},"at":1795609024784,"clock":{"white":259200000,"black":259200000,"marshal":null,"runs":"white"}}', NULL);
INSERT INTO public.log VALUES ('mj2mcqq5ixnp', 2, '{"v":2,"t":"move","d":{"side":"white","from":"e2","to":"e3","man":"p","san":"e3","move":"e2e3","capture":false,"promotion":null,"castle":false,"pass":false},"at":1795609024817,"clock":{"white":259200000,"black":259200000,"marshal":null,"runs":"black"}}', 'w i21');
INSERT INTO public.log VALUES ('mj2mcqq5ixnp', 3, '{"v":3,"t":"move","d":{"side":"black","from":"e7","to":"e6","man":"p","san":"e6","move":"e7e6","capture":false,"promotion":null,"castle":false,"pass":false},"at":1795609024821,"clock":{"white":259200000,"black":259200000,"marshal":null,"runs":"white"}}', 'b i22');
INSERT INTO public.log VALUES ('xmxa6u8g565i', 1, '{"v":1,"t":"start","d":{"white":{"kind":"human","name":"Almaz","player":"47em3fbd97tjsyvq"},"black":{"kind":"human","name":"በቀለ","player":"b3w7t83a8923qmpu"},"instance":"senterej","hash":"520dfe134f7ec2d6","fen":"rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR * - - 0 1","commitment":"31ec999dcc26a86305ac3b5ec961f343570fe8d7360127dbc0b8a33964f62af3","time":{"kind":"fischer","initial":600,"increment":5,"marshal":90},"manner":"match","private":false,"ready":{"white":false,"black":false}},"at":1795609020662,"clock":{"white":600000,"black":600000,"marshal":90000,"runs":null}}', NULL);
INSERT INTO public.log VALUES ('xmxa6u8g565i', 2, '{"v":2,"t":"ready","d":{"side":"white"},"at":1795609020941}', 'w i1');
INSERT INTO public.log VALUES ('xmxa6u8g565i', 3, '{"v":3,"t":"ready","d":{"side":"black"},"at":1795609020983,"clock":{"white":600000,"black":600000,"marshal":90000,"runs":"marshal"}}', 'b i2');
INSERT INTO public.log VALUES ('xmxa6u8g565i', 4, '{"v":4,"t":"place","d":{"side":"white","id":7,"man":"n","from":"g1","to":"f3","san":"Nf3","capture":false,"promotion":null},"at":1795609021067}', 'w i3');
INSERT INTO public.log VALUES ('xmxa6u8g565i', 5, '{"v":5,"t":"place","d":{"side":"black","id":26,"man":"n","from":"b8","to":"c6","san":"Nc6","capture":false,"promotion":null},"at":1795609021123}', 'b i4');
INSERT INTO public.log VALUES ('xmxa6u8g565i', 6, '{"v":6,"t":"place","d":{"side":"white","id":7,"man":"n","from":"f3","to":"d4","san":"Nd4","capture":false,"promotion":null},"at":1795609021144}', 'w i5');
INSERT INTO public.log VALUES ('xmxa6u8g565i', 7, '{"v":7,"t":"place","d":{"side":"black","id":26,"man":"n","from":"c6","to":"d4","san":"Nxd4","capture":true,"promotion":null},"at":1795609021151,"clock":{"white":600000,"black":600000,"marshal":89832,"runs":"white"}}', NULL);
INSERT INTO public.log VALUES ('xmxa6u8g565i', 8, '{"v":8,"t":"werera_ended","d":{"by":"black","capture_seq":7,"first":"white","why":"capture","reason":"Black has taken a man: the werera is over."},"at":1795609021151}', 'b i6');
INSERT INTO public.log VALUES ('xmxa6u8g565i', 9, '{"v":9,"t":"move","d":{"side":"white","from":"a2","to":"a3","man":"p","san":"a3","move":"a2a3","capture":false,"promotion":null,"castle":false,"pass":false},"at":1795609021157,"clock":{"white":604994,"black":600000,"marshal":89832,"runs":"black"}}', 'w i7');
INSERT INTO public.log VALUES ('xmxa6u8g565i', 10, '{"v":10,"t":"move","d":{"side":"black","from":"a8","to":"b8","man":"r","san":"Rb8","move":"a8b8","capture":false,"promotion":null,"castle":false,"pass":false},"at":1795609021163,"clock":{"white":604994,"black":604994,"marshal":89832,"runs":"white"}}', 'b i8');
INSERT INTO public.log VALUES ('xmxa6u8g565i', 11, '{"v":11,"t":"move","d":{"side":"white","from":"b1","to":"c3","man":"n","san":"Nc3","move":"b1c3","capture":false,"promotion":null,"castle":false,"pass":false},"at":1795609021169,"clock":{"white":609988,"black":604994,"marshal":89832,"runs":"black"}}', 'w i9');
INSERT INTO public.log VALUES ('xmxa6u8g565i', 12, '{"v":12,"t":"move","d":{"side":"black","from":"c7","to":"c6","man":"p","san":"c6","move":"c7c6","capture":false,"promotion":null,"castle":false,"pass":false},"at":1795609021177,"clock":{"white":609988,"black":609986,"marshal":89832,"runs":"white"}}', 'b i10');
INSERT INTO public.log VALUES ('xmxa6u8g565i', 13, '{"v":13,"t":"resign","d":{"side":"black"},"at":1795609021191,"clock":{"white":609974,"black":609986,"marshal":89832,"runs":null}}', NULL);
INSERT INTO public.log VALUES ('xmxa6u8g565i', 14, '{"v":14,"t":"end","d":{"result":{"winner":"white","reason":"resignation","text":"White wins: Black has given up.","style":null},"server_seed":"d8b76a53f78ced60717d9e86bf1a33cf082f71b62ebaf9552bb56829c74b49e6"},"at":1795609021191}', 'b i11');
INSERT INTO public.node VALUES ('backup', 'backup', '', 1795609058065, 1795609058065);
INSERT INTO public.node VALUES ('e8u4wr4w48jj-497c4de1067b92cf', 'e8u4wr4w48jj', 'http://127.0.0.1:7998', 1795609069319, 1795609069319);
INSERT INTO public.secret VALUES ('site_key', 'efb6d169270c8c1116a2c350d166eb66a7dad8b16ba77d6145c775054dcaf614');
INSERT INTO public.seek VALUES ('cn9qh78jguygu2x8', '47em3fbd97tjsyvq', '{"id":"cn9qh78jguygu2x8","ruleset_name":"Shatranj","skin":"leather","by":{"id":"47em3fbd97tjsyvq","name":"Almaz"},"instance":"shatranj","colour":"random","time":{"kind":"none"},"manner":"match","private":true,"created":1795609024840,"game":null}', 1, 1795609024840, 1796818624840, 1795609024840, NULL);
INSERT INTO public.seek VALUES ('iqga34iwt7jcd4xh', '47em3fbd97tjsyvq', '{"id":"iqga34iwt7jcd4xh","ruleset_name":"Oblong chess with a die","skin":"walnut","by":{"id":"47em3fbd97tjsyvq","name":"Almaz"},"instance":"oblong-dice","colour":"white","time":{"kind":"none"},"manner":"traditional","private":true,"created":1795609021200,"game":null}', 1, 1795609021200, 1796818621200, 1795609021200, '4dhkpv2c5qzjmvxmtf9e9unnrb');
INSERT INTO public.seek VALUES ('jfxfkhp9cej8j8rg', '47em3fbd97tjsyvq', '{"id":"jfxfkhp9cej8j8rg","ruleset_name":"Senterej","skin":"red-cloth","by":{"id":"47em3fbd97tjsyvq","name":"Almaz"},"instance":"senterej","colour":"white","time":{"kind":"fischer","initial":600,"increment":5,"marshal":90},"manner":"match","private":false,"created":1795609020550,"game":null}', 0, 1795609020550, 1795612620550, 1795609020550, 'xmxa6u8g565i');
INSERT INTO public.seek VALUES ('qb2j7ibgts2gn2ik', '47em3fbd97tjsyvq', '{"id":"qb2j7ibgts2gn2ik","ruleset_name":"Senterej","skin":"red-cloth","by":{"id":"47em3fbd97tjsyvq","name":"Almaz"},"instance":"senterej","colour":"black","time":{"kind":"days","days":3,"marshal_days":2},"manner":"traditional","private":false,"created":1795609024831,"game":null}', 0, 1795609024831, 1796818624831, 1795609024831, NULL);
INSERT INTO public.seek VALUES ('qixf5ykgwtr4vvf6', '47em3fbd97tjsyvq', '{"id":"qixf5ykgwtr4vvf6","ruleset_name":"Senterej","skin":"red-cloth","by":{"id":"47em3fbd97tjsyvq","name":"Almaz"},"instance":"senterej[castle=right,pawn-sprint=on]","colour":"white","time":{"kind":"none"},"manner":"traditional","private":false,"created":1795609024493,"game":null}', 0, 1795609024493, 1796818624493, 1795609024493, 'egt2i3htj5py');
INSERT INTO public.seek VALUES ('xsgrjx8bf8zsfn35', '47em3fbd97tjsyvq', '{"id":"xsgrjx8bf8zsfn35","ruleset_name":"Shatranj","skin":"leather","by":{"id":"47em3fbd97tjsyvq","name":"Almaz"},"instance":"shatranj","colour":"white","time":{"kind":"days","days":3},"manner":"traditional","private":false,"created":1795609024758,"game":null}', 0, 1795609024758, 1796818624758, 1795609024758, 'mj2mcqq5ixnp');
INSERT INTO public.table_version VALUES (3);
ALTER TABLE ONLY public.archive
    ADD CONSTRAINT archive_pkey PRIMARY KEY (game);
ALTER TABLE ONLY public.aside
    ADD CONSTRAINT aside_game_n_key UNIQUE (game, n);
ALTER TABLE ONLY public.game
    ADD CONSTRAINT game_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.log
    ADD CONSTRAINT log_game_seq_key UNIQUE (game, seq);
ALTER TABLE ONLY public.node
    ADD CONSTRAINT node_pkey PRIMARY KEY (life);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (game);
ALTER TABLE ONLY public.secret
    ADD CONSTRAINT secret_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.seek
    ADD CONSTRAINT seek_pkey PRIMARY KEY (id);
CREATE INDEX game_black ON public.game USING btree (black_player, started) WHERE (black_player IS NOT NULL);
CREATE INDEX game_deadline ON public.game USING btree (deadline) WHERE ((is_over = 0) AND (deadline IS NOT NULL));
CREATE INDEX game_live ON public.game USING btree (started, id) WHERE (is_over = 0);
CREATE INDEX game_owner ON public.game USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX game_started ON public.game USING btree (started, id);
CREATE INDEX game_unpacked ON public.game USING btree (updated) WHERE ((is_over = 1) AND (archived < seq));
CREATE INDEX game_white ON public.game USING btree (white_player, started) WHERE (white_player IS NOT NULL);
CREATE UNIQUE INDEX log_intent ON public.log USING btree (game, intent) WHERE (intent IS NOT NULL);
CREATE INDEX seek_player ON public.seek USING btree (by_player);
