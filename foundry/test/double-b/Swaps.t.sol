// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {
    AggregationRouterV5,
    AggregationRouterV6,
    ExecutorRouter,
    SwapDescription
} from "../../src/double/aggregator/AggregationRouter.sol";
import {OdosRouter} from "../../src/double/aggregator/OdosRouter.sol";
import {SwapExecutor} from "../../src/double/aggregator/SwapExecutor.sol";
import {Permit2} from "../../src/double/permit2/Permit2.sol";
import {Distributor} from "../../src/double/rewards/Distributor.sol";
import {FreeToken} from "./Tokens.sol";

contract AggregatorTest is Test {
    address private constant OWNER = address(0x0123);
    address private constant ALICE = address(0xA11CE);
    address private constant BOB = address(0xB0B);

    FreeToken private usdc = new FreeToken("USDC", 6);
    FreeToken private weth = new FreeToken("WETH", 18);
    SwapExecutor private executor = new SwapExecutor(OWNER);
    AggregationRouterV5 private v5 = new AggregationRouterV5();
    AggregationRouterV6 private v6 = new AggregationRouterV6();
    OdosRouter private odos = new OdosRouter(OWNER);

    function setUp() public {
        usdc.mint(ALICE, 1e15);
        weth.mint(OWNER, 1e24);
        vm.startPrank(OWNER);
        weth.approve(address(executor), 1e24);
        executor.fund(address(weth), 1e24);
        // 2,500 USDC a WETH.
        executor.setRate(address(usdc), address(weth), 4e26);
        address[] memory list = new address[](2);
        (list[0], list[1]) = (address(usdc), address(weth));
        odos.writeAddressList(list);
        vm.stopPrank();
        vm.startPrank(ALICE);
        usdc.approve(address(v5), type(uint256).max);
        usdc.approve(address(v6), type(uint256).max);
        usdc.approve(address(odos), type(uint256).max);
        vm.stopPrank();
    }

    function test_selectors() public pure {
        assertEq(AggregationRouterV5.swap.selector, bytes4(0x12aa3caf));
        assertEq(AggregationRouterV6.swap.selector, bytes4(0x07ed2379));
        assertEq(OdosRouter.swap.selector, bytes4(0x3b635ce4));
        assertEq(OdosRouter.swapCompact.selector, bytes4(0x83bd37f9));
        assertEq(
            OdosRouter.Swap.selector,
            bytes32(0x823eaf01002d7353fbcadb2ea3305cc46fa35d799cb0914846d185ac06f8ad05)
        );
    }

    function testFuzz_everyRouterPaysTheRate(uint256 amount) public {
        amount = bound(amount, 3, 1e14);
        uint256 out = amount * 4e8;
        vm.startPrank(ALICE);
        (uint256 got5, uint256 spent) = v5.swap(address(executor), _desc(amount, out), "", "");
        (uint256 got6,) = v6.swap(address(executor), _desc(amount, out), hex"1234");
        uint256 got = odos.swap(_info(amount, out), "", address(executor), 7);
        assertEq(spent, amount);
        assertEq(got5, out);
        assertEq(got6, out);
        assertEq(got, out);
        assertEq(weth.balanceOf(BOB), 3 * out);
        assertEq(usdc.balanceOf(ALICE), 1e15 - 3 * amount);
        assertEq(executor.stock(address(usdc)), usdc.balanceOf(address(executor)));
        assertEq(executor.stock(address(weth)), weth.balanceOf(address(executor)));
    }

    function testFuzz_compactIsTheSameSwap(uint256 amount, bool listed, bool named) public {
        amount = bound(amount, 1, 1e14);
        bytes memory tokens = listed
            ? abi.encodePacked(uint16(2), uint16(3))
            : abi.encodePacked(uint16(1), usdc, uint16(1), weth);
        bytes memory amounts =
            abi.encodePacked(uint8(8), uint64(amount), uint8(16), uint128(amount * 4e8), uint24(0));
        bytes memory receiver =
            named ? abi.encodePacked(uint16(1), BOB) : abi.encodePacked(uint16(0));
        bytes memory data = bytes.concat(
            bytes4(0x83bd37f9),
            tokens,
            amounts,
            abi.encodePacked(uint16(1), executor, uint16(0)),
            receiver,
            abi.encodePacked(uint32(7), hex"c0ffee")
        );
        vm.expectEmit(address(odos));
        emit OdosRouter.Swap(ALICE, amount, address(usdc), amount * 4e8, address(weth), 0, 7);
        vm.prank(ALICE);
        (bool done,) = address(odos).call(data);
        assertTrue(done);
        assertEq(weth.balanceOf(named ? BOB : ALICE), amount * 4e8);
    }

    function test_refusals() public {
        vm.startPrank(ALICE);
        vm.expectRevert(AggregationRouterV5.ReturnAmountIsNotEnough.selector);
        v5.swap(address(executor), _desc(1e6, 4e14 + 1), "", "");
        vm.expectRevert(
            abi.encodeWithSelector(
                AggregationRouterV6.ReturnAmountIsNotEnough.selector, 4e14, 4e14 + 1
            )
        );
        v6.swap(address(executor), _desc(1e6, 4e14 + 1), "");
        vm.expectRevert(ExecutorRouter.ZeroMinReturn.selector);
        v6.swap(address(executor), _desc(1e6, 0), "");
        vm.expectRevert("Slippage Limit Exceeded");
        odos.swap(_info(1e6, 4e14 + 1), "", address(executor), 0);
        SwapDescription memory desc = _desc(1e6, 1);
        // Paid to somebody else: the executor has nothing to trade.
        desc.srcReceiver = payable(BOB);
        vm.expectRevert(AggregationRouterV5.ReturnAmountIsNotEnough.selector);
        v5.swap(address(executor), desc, "", "");
        vm.expectRevert(
            abi.encodeWithSelector(SwapExecutor.NoRate.selector, address(weth), address(usdc))
        );
        executor.execute(address(weth), address(usdc));
        vm.expectRevert(SwapExecutor.NotOwner.selector);
        executor.setRate(address(usdc), address(weth), 1);
    }

    function _desc(uint256 amount, uint256 minimum) private view returns (SwapDescription memory) {
        return SwapDescription(
            address(usdc),
            address(weth),
            payable(address(executor)),
            payable(BOB),
            amount,
            minimum,
            0
        );
    }

    function _info(uint256 amount, uint256 minimum)
        private
        view
        returns (OdosRouter.SwapTokenInfo memory)
    {
        return OdosRouter.SwapTokenInfo(
            address(usdc), amount, address(executor), address(weth), minimum, minimum, BOB
        );
    }
}

contract RewardsTest is Test {
    address private constant OWNER = address(0x0123);
    address private constant ALICE = address(0xA11CE);
    address private constant BOB = address(0xB0B);

    FreeToken private token = new FreeToken("T", 18);
    Distributor private distributor = new Distributor(OWNER);

    function test_selectors() public pure {
        assertEq(Distributor.claim.selector, bytes4(0x71ee95c0));
        assertEq(Distributor.toggleOperator.selector, bytes4(0xbdac7ca3));
        assertEq(
            Distributor.Claimed.selector,
            bytes32(0xf7a40077ff7a04c7e61f6f26fb13774259ddf1b6bce9ecf26a8276cdd3992683)
        );
    }

    function testFuzz_claimsPayTheDifference(uint128 first, uint128 more) public {
        token.mint(address(distributor), uint256(first) + more);
        bytes32[] memory proof = _publish(first);
        vm.prank(ALICE);
        _claim(first, proof);
        assertEq(token.balanceOf(ALICE), first);
        proof = _publish(uint256(first) + more);
        vm.prank(ALICE);
        distributor.toggleOperator(ALICE, BOB);
        vm.prank(BOB);
        _claim(uint256(first) + more, proof);
        assertEq(token.balanceOf(ALICE), uint256(first) + more);
        vm.prank(ALICE);
        _claim(uint256(first) + more, proof);
        assertEq(token.balanceOf(address(distributor)), 0);
    }

    function test_refusals() public {
        bytes32[] memory proof = _publish(5);
        vm.prank(ALICE);
        vm.expectRevert(Distributor.InvalidProof.selector);
        _claim(6, proof);
        vm.prank(BOB);
        vm.expectRevert(Distributor.NotWhitelisted.selector);
        _claim(5, proof);
        vm.prank(BOB);
        vm.expectRevert(Distributor.NotTrusted.selector);
        distributor.toggleOperator(ALICE, BOB);
        vm.expectRevert(Distributor.NotTrusted.selector);
        distributor.updateTree(Distributor.MerkleTree(0, 0));
        vm.expectRevert(Distributor.InvalidLengths.selector);
        distributor.claim(new address[](1), new address[](2), new uint256[](1), new bytes32[][](1));
    }

    /// @dev A tree of two leaves; the answer is the proof of Alice's.
    function _publish(uint256 amount) private returns (bytes32[] memory proof) {
        bytes32 mine = keccak256(abi.encode(ALICE, token, amount));
        bytes32 other = keccak256(abi.encode(BOB, token, uint256(1)));
        bytes32 root = mine < other
            ? keccak256(abi.encodePacked(mine, other))
            : keccak256(abi.encodePacked(other, mine));
        vm.prank(OWNER);
        distributor.updateTree(Distributor.MerkleTree(root, 0));
        proof = new bytes32[](1);
        proof[0] = other;
    }

    function _claim(uint256 amount, bytes32[] memory proof) private {
        address[] memory users = new address[](1);
        address[] memory tokens = new address[](1);
        uint256[] memory amounts = new uint256[](1);
        bytes32[][] memory proofs = new bytes32[][](1);
        (users[0], tokens[0], amounts[0], proofs[0]) = (ALICE, address(token), amount, proof);
        distributor.claim(users, tokens, amounts, proofs);
    }
}

contract Permit2Test is Test {
    address private constant ALICE = address(0xA11CE);
    address private constant BOB = address(0xB0B);

    FreeToken private token = new FreeToken("T", 18);
    Permit2 private permit2 = new Permit2();

    function setUp() public {
        token.mint(ALICE, type(uint160).max);
        vm.prank(ALICE);
        token.approve(address(permit2), type(uint256).max);
    }

    function test_selectors() public view {
        assertEq(Permit2.approve.selector, bytes4(0x87517c45));
        assertEq(Permit2.lockdown.selector, bytes4(0xcc53287f));
        assertEq(permit2.allowance.selector, bytes4(0x927da105));
        assertEq(Permit2.transferFrom.selector, bytes4(0x36c78516));
        assertEq(
            Permit2.Approval.selector,
            bytes32(0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b)
        );
    }

    function testFuzz_spendsWhatIsAllowed(uint160 allowed, uint160 spent) public {
        allowed = uint160(bound(allowed, 0, type(uint160).max - 1));
        vm.prank(ALICE);
        permit2.approve(address(token), BOB, allowed, 1000);
        vm.prank(BOB);
        if (spent > allowed) {
            vm.expectRevert(abi.encodeWithSelector(Permit2.InsufficientAllowance.selector, allowed));
        }
        permit2.transferFrom(ALICE, BOB, spent, address(token));
        (uint160 left,,) = permit2.allowance(ALICE, address(token), BOB);
        assertEq(left, spent > allowed ? allowed : allowed - spent);
        assertEq(token.balanceOf(BOB), spent > allowed ? 0 : spent);
    }

    function test_unlimitedStaysAndLockdownEnds() public {
        vm.prank(ALICE);
        permit2.approve(address(token), BOB, type(uint160).max, 1000);
        vm.prank(BOB);
        permit2.transferFrom(ALICE, BOB, 5, address(token));
        (uint160 left,,) = permit2.allowance(ALICE, address(token), BOB);
        assertEq(left, type(uint160).max);
        Permit2.TokenSpenderPair[] memory pairs = new Permit2.TokenSpenderPair[](1);
        pairs[0] = Permit2.TokenSpenderPair(address(token), BOB);
        vm.expectEmit(address(permit2));
        emit Permit2.Lockdown(ALICE, address(token), BOB);
        vm.prank(ALICE);
        permit2.lockdown(pairs);
        vm.expectRevert(abi.encodeWithSelector(Permit2.InsufficientAllowance.selector, 0));
        vm.prank(BOB);
        permit2.transferFrom(ALICE, BOB, 1, address(token));
    }

    function test_anEndOfZeroIsThisBlock() public {
        vm.warp(500);
        vm.prank(ALICE);
        permit2.approve(address(token), BOB, 10, 0);
        vm.prank(BOB);
        permit2.transferFrom(ALICE, BOB, 1, address(token));
        vm.warp(501);
        vm.prank(BOB);
        vm.expectRevert(abi.encodeWithSelector(Permit2.AllowanceExpired.selector, 500));
        permit2.transferFrom(ALICE, BOB, 1, address(token));
    }
}
