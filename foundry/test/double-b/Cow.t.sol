// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {
    CowOrder,
    KIND_BUY,
    ORDER_TYPE_HASH,
    cowDigestOf,
    cowDomainOf
} from "../../src/decoder/CowOrder.sol";
import {AllowListAuthentication} from "../../src/double/cow/AllowListAuthentication.sol";
import {CowEvent} from "../../src/double/cow/CowEvent.sol";
import {CowSigning, CowTrade} from "../../src/double/cow/CowSigning.sol";
import {Settlement} from "../../src/double/cow/Settlement.sol";
import {VaultRelayer} from "../../src/double/cow/VaultRelayer.sol";
import {CowFixture} from "./CowFixture.sol";

contract CowTest is CowFixture {
    address private constant BOB = address(0xB0B);

    address private immutable ALICE = makeAddr("alice");

    function setUp() public {
        vm.warp(1_767_225_600);
        list.addSolver(SOLVER);
        weth.mint(ALICE, 1e24);
        usdc.mint(address(settlement), 1e18);
        vm.prank(ALICE);
        weth.approve(relayer, type(uint256).max);
    }

    function test_golden_selectorsTopicsAndHashesAreTheDeployedOnes() public {
        assertEq(Settlement.settle.selector, bytes4(0x13d79a0b));
        assertEq(CowSigning.setPreSignature.selector, bytes4(0xec6cb13f));
        assertEq(Settlement.invalidateOrder.selector, bytes4(0x15337bc0));
        assertEq(
            CowEvent.Trade.selector,
            bytes32(0xa07a543ab8a018198e99ca0184c93fe9050a79400a0a723441f84de1d972cc17)
        );
        assertEq(
            ORDER_TYPE_HASH,
            bytes32(0xd5a25ba2e97094ad7d83dc28a6572da797d6b3e7fc6663bd93efb789fc17e489)
        );
        vm.chainId(1);
        assertEq(
            cowDomainOf(0x9008D19f58AAbD9eD0D60971565AA8510560ab41),
            bytes32(0xc078f884a2676e1345748b1feace7b0abee5d00ecadb6e574dcdd109a63e8943)
        );
    }

    function testFuzz_law_aSaleIsPaidAtThePriceRoundedUp(uint256 amount, uint256 rate) public {
        amount = bound(amount, 1, 1e23);
        rate = bound(rate, 1, 1e12);
        CowOrder memory order = _orderOf(BOB);
        uint256 expected = Math.mulDiv(amount, rate, 1e18, Math.Rounding.Ceil);
        (order.sellAmount, order.buyAmount) = (amount, amount * rate / 1e18);
        bytes memory uid = _sign(order);
        vm.expectEmit(address(settlement));
        emit CowEvent.Trade(ALICE, address(weth), address(usdc), amount, expected, 0, uid);
        vm.expectEmit(address(settlement));
        emit CowEvent.Settlement(SOLVER);
        _settle(order, ALICE, 0, rate);
        assertEq(usdc.balanceOf(BOB), expected);
        assertEq(weth.balanceOf(address(settlement)), amount);
        assertEq(settlement.filledAmount(uid), amount);
        vm.expectRevert("GPv2: order filled");
        _settle(order, ALICE, 0, rate);
    }

    function testFuzz_law_partsAddUpToTheWhole(uint256 first, uint256 fee) public {
        CowOrder memory order = _orderOf(address(0));
        first = bound(first, 1, 10e18 - 1);
        (order.partiallyFillable, order.feeAmount) = (true, bound(fee, 0, 1e18));
        bytes memory uid = _sign(order);
        _settle(order, ALICE, first, 2_000e6);
        assertEq(settlement.filledAmount(uid), first);
        assertEq(weth.balanceOf(address(settlement)), first + order.feeAmount * first / 10e18);
        vm.expectRevert("GPv2: order filled");
        _settle(order, ALICE, 10e18 - first + 1, 2_000e6);
        _settle(order, ALICE, 10e18 - first, 2_000e6);
        assertEq(settlement.filledAmount(uid), 10e18);
        assertGe(usdc.balanceOf(ALICE), 20_000e6);
    }

    function test_golden_anOrderThatBuysPaysRoundedDownAndItsFee() public {
        CowOrder memory order = _orderOf(BOB);
        (order.kind, order.buyAmount, order.feeAmount) = (KIND_BUY, 7, 5);
        bytes memory uid = _sign(order);
        _settle(order, ALICE, 0, 3e18);
        assertEq(usdc.balanceOf(BOB), 7);
        assertEq(weth.balanceOf(address(settlement)), 7);
        assertEq(settlement.filledAmount(uid), 7);
    }

    function test_golden_aKeySignsInBothWays() public {
        (address signer, uint256 key) = makeAddrAndKey("signer");
        weth.mint(signer, 20e18);
        vm.prank(signer);
        weth.approve(relayer, 20e18);
        for (uint256 scheme; scheme < 2; ++scheme) {
            CowOrder memory order = _orderOf(address(0));
            order.validTo += uint32(scheme);
            bytes32 digest = cowDigestOf(domain, order);
            if (scheme == 1) {
                digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", digest));
            }
            (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
            _settleAll(
                _list(_tradeOf(order, 0, scheme << 5, abi.encodePacked(r, s, v))),
                2_000e6,
                _nothing()
            );
        }
        assertEq(usdc.balanceOf(signer), 40_000e6);
    }

    function test_refuses_inTheOrderOfTheChecks() public {
        CowOrder memory order = _orderOf(BOB);
        vm.expectRevert("GPv2: order not presigned");
        _settle(order, ALICE, 0, 1);
        bytes memory uid = _sign(order);
        // Whoever else is named has not signed.
        vm.expectRevert("GPv2: order not presigned");
        _settle(order, BOB, 0, 2_000e6);
        vm.warp(order.validTo + 1);
        vm.expectRevert("GPv2: order expired");
        _settle(order, ALICE, 0, 1);
        vm.warp(order.validTo);
        vm.expectRevert("GPv2: limit price not respected");
        _settle(order, ALICE, 0, 1_990e6 - 1);
        vm.prank(ALICE);
        vm.expectEmit(address(settlement));
        emit CowEvent.OrderInvalidated(ALICE, uid);
        settlement.invalidateOrder(uid);
        vm.expectRevert("GPv2: limit price not respected");
        _settle(order, ALICE, 0, 1_990e6 - 1);
        vm.expectRevert("GPv2: order filled");
        _settle(order, ALICE, 0, 1_990e6);
    }

    function test_refuses_whoIsNotEntitled() public {
        CowOrder memory order = _orderOf(BOB);
        bytes memory uid = _uidOf(order, ALICE);
        vm.expectRevert("GPv2: cannot presign order");
        settlement.setPreSignature(uid, true);
        vm.expectRevert("GPv2: caller does not own order");
        settlement.invalidateOrder(uid);
        vm.expectRevert("GPv2: invalid uid");
        settlement.setPreSignature(hex"00", true);
        vm.expectRevert("GPv2: not creator");
        VaultRelayer(relayer).transferFromAccounts(new VaultRelayer.Pull[](0));
        vm.expectRevert("GPv2: caller not manager");
        vm.prank(BOB);
        list.addSolver(BOB);
        list.removeSolver(SOLVER);
        _sign(order);
        vm.expectRevert("GPv2: not a solver");
        _settle(order, ALICE, 0, 2_000e6);
    }

    function test_refuses_aSignatureThatWasTakenBack() public {
        CowOrder memory order = _orderOf(BOB);
        bytes memory uid = _sign(order);
        vm.prank(ALICE);
        settlement.setPreSignature(uid, false);
        vm.expectRevert("GPv2: order not presigned");
        _settle(order, ALICE, 0, 2_000e6);
        vm.prank(ALICE);
        settlement.setPreSignature(uid, true);
        _settle(order, ALICE, 0, 2_000e6);
    }

    function test_refuses_whatTheDoubleDoesNotKnow() public {
        CowTrade memory trade =
            _tradeOf(_orderOf(BOB), 0, PRE_SIGNED | 0x08, abi.encodePacked(ALICE));
        vm.expectRevert(CowSigning.BalanceNotSupported.selector);
        _settleAll(_list(trade), 2_000e6, _nothing());
        trade.flags = PRE_SIGNED | 0x10;
        vm.expectRevert(CowSigning.BalanceNotSupported.selector);
        _settleAll(_list(trade), 2_000e6, _nothing());
        trade.flags = 2 << 5;
        vm.expectRevert(CowSigning.SchemeNotSupported.selector);
        _settleAll(_list(trade), 2_000e6, _nothing());
        (trade.flags, trade.signature) = (PRE_SIGNED, hex"00");
        vm.expectRevert("GPv2: malformed presignature");
        _settleAll(_list(trade), 2_000e6, _nothing());
        trade.flags = 0;
        vm.expectRevert("GPv2: malformed ecdsa signature");
        _settleAll(_list(trade), 2_000e6, _nothing());
    }

    function test_refuses_anInteractionWithTheRelayer() public {
        bytes memory data =
            abi.encodeCall(VaultRelayer.transferFromAccounts, (new VaultRelayer.Pull[](0)));
        for (uint256 phase; phase < 3; ++phase) {
            vm.expectRevert("GPv2: forbidden interaction");
            _settleAll(new CowTrade[](0), 0, _once(phase, relayer, data));
        }
    }

    function test_golden_interactionsAreCalledAndLogged() public {
        vm.expectEmit(address(settlement));
        emit CowEvent.Interaction(address(usdc), 0, usdc.transfer.selector);
        _settleAll(
            new CowTrade[](0), 0, _once(1, address(usdc), abi.encodeCall(usdc.transfer, (BOB, 5)))
        );
        assertEq(usdc.balanceOf(BOB), 5);
        // Their own reason comes through.
        bytes memory uid = _uidOf(_orderOf(BOB), ALICE);
        vm.expectRevert("GPv2: caller does not own order");
        _settleAll(
            new CowTrade[](0),
            0,
            _once(0, address(settlement), abi.encodeCall(settlement.invalidateOrder, (uid)))
        );
    }

    function test_law_onlyASettlementForgetsAndOnlyWhatExpired() public {
        CowOrder memory order = _orderOf(BOB);
        bytes[] memory uids = new bytes[](1);
        uids[0] = _sign(order);
        _settle(order, ALICE, 0, 2_000e6);
        bytes memory filled = abi.encodeCall(settlement.freeFilledAmountStorage, (uids));
        bytes memory signed = abi.encodeCall(settlement.freePreSignatureStorage, (uids));
        vm.expectRevert("GPv2: not an interaction");
        settlement.freeFilledAmountStorage(uids);
        vm.expectRevert("GPv2: not an interaction");
        settlement.freePreSignatureStorage(uids);
        vm.warp(order.validTo);
        vm.expectRevert("GPv2: order still valid");
        _settleAll(new CowTrade[](0), 0, _once(2, address(settlement), filled));
        vm.warp(order.validTo + 1);
        _settleAll(new CowTrade[](0), 0, _once(2, address(settlement), filled));
        _settleAll(new CowTrade[](0), 0, _once(2, address(settlement), signed));
        assertEq(settlement.filledAmount(uids[0]), 0);
        assertEq(settlement.preSignature(uids[0]), 0);
    }

    function test_golden_theNativeCoinIsPaidOut() public {
        CowOrder memory order = _orderOf(BOB);
        (order.buyToken, order.buyAmount) = (0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE, 9);
        _sign(order);
        vm.deal(address(settlement), 1 ether);
        (address[] memory tokens, uint256[] memory prices) = (new address[](2), new uint256[](2));
        (tokens[0], tokens[1], prices[0], prices[1]) = (address(weth), order.buyToken, 1, 1e18);
        CowTrade[] memory trades = _list(_tradeOf(order, 0, PRE_SIGNED, abi.encodePacked(ALICE)));
        vm.prank(SOLVER);
        settlement.settle(tokens, prices, trades, _nothing());
        assertEq(BOB.balance, 10);
    }

    function _sign(CowOrder memory order) private returns (bytes memory uid) {
        uid = _uidOf(order, ALICE);
        vm.prank(ALICE);
        vm.expectEmit(address(settlement));
        emit CowEvent.PreSignature(ALICE, uid, true);
        settlement.setPreSignature(uid, true);
    }

    function _list(CowTrade memory trade) private pure returns (CowTrade[] memory trades) {
        trades = new CowTrade[](1);
        trades[0] = trade;
    }
}
