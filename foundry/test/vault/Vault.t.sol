// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC1155Receiver} from "@openzeppelin/contracts/token/ERC1155/IERC1155Receiver.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {Test} from "forge-std/Test.sol";
import {Vm} from "forge-std/Vm.sol";
import {IBeforeTransfer} from "../../src/vault/IBeforeTransfer.sol";
import {Vault} from "../../src/vault/Vault.sol";
import {SilentToken, TestToken} from "./TestToken.sol";

/// @notice Refuses transfers from one account, to one, and by one.
contract TestHook is IBeforeTransfer {
    address private immutable _BARRED;

    error Barred();

    constructor(address barred) {
        _BARRED = barred;
    }

    function beforeTransfer(address from, address to, address operator) external view {
        if (from == _BARRED || to == _BARRED || operator == _BARRED) revert Barred();
    }
}

contract VaultTest is Test {
    bytes4 private constant MANAGE_ONE = 0xf6e715d0;
    bytes4 private constant MANAGE_MANY = 0x224d8703;

    address private immutable _OWNER = makeAddr("owner");
    address private immutable _ALICE = makeAddr("alice");
    address private immutable _BOB = makeAddr("bob");

    Vault private _vault;
    TestToken private _token;

    function setUp() public {
        _vault = new Vault(_OWNER, "Vault share", "SHARE", 6);
        _token = new TestToken();
        _token.mint(_ALICE, 1000);
        vm.prank(_ALICE);
        _token.approve(address(_vault), type(uint256).max);
    }

    function _enter(address asset, uint256 amount, address to, uint256 shares) private {
        vm.prank(_OWNER);
        _vault.enter(_ALICE, asset, amount, to, shares);
    }

    function test_selectorsAndTopics() public pure {
        assertEq(bytes4(keccak256("manage(address,bytes,uint256)")), MANAGE_ONE);
        assertEq(bytes4(keccak256("manage(address[],bytes[],uint256[])")), MANAGE_MANY);
        assertEq(Vault.enter.selector, bytes4(0x39d6ba32));
        assertEq(Vault.exit.selector, bytes4(0x18457e61));
        assertEq(
            Vault.Enter.selector, 0xea00f88768a86184a6e515238a549c171769fe7460a011d6fd0bcd48ca078ea4
        );
        assertEq(
            Vault.Exit.selector, 0xe0c82280a1164680e0cf43be7db4c4c9f985423623ad7a544fb76c772bdc6043
        );
    }

    function test_bothManageSelectorsAreAnswered() public {
        bytes memory data = abi.encodeWithSignature("totalSupply()");
        vm.startPrank(_OWNER);
        (bool one, bytes memory answer) =
            address(_vault).call(abi.encodeWithSelector(MANAGE_ONE, _token, data, 0));
        assertTrue(one);
        assertEq(abi.decode(answer, (bytes)), abi.encode(1000));
        (address[] memory targets, bytes[] memory datas, uint256[] memory values) =
            (new address[](2), new bytes[](2), new uint256[](2));
        (targets[0], targets[1]) = (address(_token), address(_vault));
        (datas[0], datas[1]) = (data, abi.encodeWithSignature("decimals()"));
        bool many;
        (many, answer) =
            address(_vault).call(abi.encodeWithSelector(MANAGE_MANY, targets, datas, values));
        assertTrue(many);
        bytes[] memory answers = abi.decode(answer, (bytes[]));
        assertEq(answers.length, 2);
        assertEq(answers[0], abi.encode(1000));
        assertEq(answers[1], abi.encode(6));
        vm.stopPrank();
    }

    function test_metadata() public view {
        assertEq(_vault.name(), "Vault share");
        assertEq(_vault.symbol(), "SHARE");
        assertEq(_vault.decimals(), 6);
        assertEq(_vault.owner(), _OWNER);
        assertEq(_vault.authority(), address(0));
        assertEq(_vault.hook(), address(0));
    }

    function test_outsidersMayDoNothing() public {
        vm.startPrank(_ALICE);
        vm.expectRevert("UNAUTHORIZED");
        _vault.manage(address(_token), "", 0);
        vm.expectRevert("UNAUTHORIZED");
        _vault.manage(new address[](0), new bytes[](0), new uint256[](0));
        vm.expectRevert("UNAUTHORIZED");
        _vault.enter(_ALICE, address(_token), 1, _ALICE, 1);
        vm.expectRevert("UNAUTHORIZED");
        _vault.exit(_ALICE, address(_token), 1, _ALICE, 1);
        vm.expectRevert("UNAUTHORIZED");
        _vault.setBeforeTransferHook(_ALICE);
        vm.stopPrank();
    }

    function test_manageCallsInTheVaultsNameAndSaysNothing() public {
        vm.recordLogs();
        vm.deal(address(_vault), 5);
        vm.startPrank(_OWNER);
        _vault.manage(_callee(), hex"1234", 5);
        vm.stopPrank();
        assertEq(_callee().balance, 5);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 0);
    }

    /// @dev A contract that takes anything.
    function _callee() private returns (address callee) {
        callee = address(0xCA11EE);
        if (callee.code.length == 0) vm.etch(callee, hex"00");
    }

    function test_manageRefusals() public {
        vm.startPrank(_OWNER);
        vm.expectRevert(abi.encodeWithSelector(bytes4(0x9996b315), _BOB));
        _vault.manage(_BOB, hex"1234", 0);
        address callee = _callee();
        vm.expectRevert(abi.encodeWithSelector(bytes4(0xcd786059), address(_vault)));
        _vault.manage(callee, "", 1);
        vm.expectRevert(bytes4(keccak256("InsufficientBalance()")));
        _vault.manage(address(_token), abi.encodeCall(_token.transfer, (_BOB, 1)), 0);
        // An address list longer than the others runs out of bounds.
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x32));
        _vault.manage(new address[](1), new bytes[](0), new uint256[](1));
        vm.stopPrank();
    }

    function test_manyCallsAreDoneTogetherOrNotAtAll() public {
        _token.mint(address(_vault), 10);
        (address[] memory targets, bytes[] memory datas, uint256[] memory values) =
            (new address[](2), new bytes[](2), new uint256[](2));
        targets[0] = targets[1] = address(_token);
        datas[0] = abi.encodeCall(_token.transfer, (_BOB, 10));
        datas[1] = abi.encodeCall(_token.transfer, (_BOB, 1));
        vm.expectRevert(bytes4(keccak256("InsufficientBalance()")));
        vm.prank(_OWNER);
        _vault.manage(targets, datas, values);
        assertEq(_token.balanceOf(_BOB), 0);
    }

    function testFuzz_enterAndExitMoveAssetsAndShares(uint256 amount, uint128 shares) public {
        amount = bound(amount, 0, 1000);
        vm.expectEmit(address(_vault));
        emit Vault.Enter(_ALICE, address(_token), amount, _BOB, shares);
        _enter(address(_token), amount, _BOB, shares);
        assertEq(_token.balanceOf(address(_vault)), amount);
        assertEq(_vault.balanceOf(_BOB), shares);
        assertEq(_vault.totalSupply(), shares);

        vm.expectEmit(address(_vault));
        emit Vault.Exit(_ALICE, address(_token), amount, _BOB, shares);
        vm.prank(_OWNER);
        _vault.exit(_ALICE, address(_token), amount, _BOB, shares);
        assertEq(_token.balanceOf(_ALICE), 1000);
        assertEq(_vault.totalSupply(), 0);
    }

    /// @dev Bridging: shares come and go, no asset does.
    function test_withoutAnAssetOnlySharesMove() public {
        _enter(address(0), 0, _BOB, 70);
        assertEq(_vault.balanceOf(_BOB), 70);
        vm.prank(_OWNER);
        _vault.exit(_BOB, address(0), 0, _BOB, 70);
        assertEq(_vault.totalSupply(), 0);
    }

    function test_tokensThatAnswerNothing() public {
        SilentToken silent = new SilentToken();
        silent.mint(_ALICE, 10);
        _enter(address(silent), 10, _ALICE, 1);
        assertEq(silent.balanceOf(address(_vault)), 10);
        vm.prank(_OWNER);
        _vault.exit(_BOB, address(silent), 4, _ALICE, 1);
        assertEq(silent.balanceOf(_BOB), 4);
    }

    function test_enterAndExitRefusals() public {
        vm.startPrank(_OWNER);
        vm.expectRevert(bytes4(keccak256("TransferFromFailed()")));
        _vault.enter(_ALICE, address(_token), 1001, _ALICE, 1);
        vm.expectRevert(bytes4(keccak256("TransferFromFailed()")));
        _vault.enter(_BOB, address(_token), 1, _BOB, 1);
        vm.expectRevert(bytes4(keccak256("InsufficientBalance()")));
        _vault.exit(_ALICE, address(_token), 0, _ALICE, 1);
        _vault.enter(_ALICE, address(0), 0, _ALICE, 1);
        vm.expectRevert(bytes4(keccak256("TransferFailed()")));
        _vault.exit(_ALICE, address(_token), 1, _ALICE, 1);
        vm.stopPrank();
    }

    function test_theHookIsAskedOnTransfersAlone() public {
        address hook = address(new TestHook(_BOB));
        _enter(address(0), 0, _ALICE, 100);
        vm.prank(_OWNER);
        _vault.setBeforeTransferHook(hook);
        assertEq(_vault.hook(), hook);
        vm.startPrank(_ALICE);
        _vault.approve(_BOB, 10);
        _vault.transfer(_OWNER, 1);
        vm.expectRevert(TestHook.Barred.selector);
        _vault.transfer(_BOB, 1);
        vm.stopPrank();
        vm.prank(_BOB);
        vm.expectRevert(TestHook.Barred.selector);
        _vault.transferFrom(_ALICE, _OWNER, 1);
        // Neither minting nor burning asks.
        _enter(address(0), 0, _BOB, 5);
        vm.prank(_OWNER);
        _vault.exit(_BOB, address(0), 0, _BOB, 5);
        assertEq(_vault.balanceOf(_OWNER), 1);
    }

    function test_sharesMoveByAllowance() public {
        _enter(address(0), 0, _ALICE, 100);
        vm.prank(_ALICE);
        _vault.approve(_BOB, 60);
        vm.startPrank(_BOB);
        _vault.transferFrom(_ALICE, _BOB, 60);
        assertEq(_vault.balanceOf(_BOB), 60);
        vm.expectRevert(bytes4(keccak256("InsufficientAllowance()")));
        _vault.transferFrom(_ALICE, _BOB, 1);
        vm.stopPrank();
        // No allowance is built in, not even for Permit2.
        assertEq(_vault.allowance(_ALICE, 0x000000000022D473030F116dDEE9F6B43aC78BA3), 0);
    }

    function test_permit() public {
        (address signer, uint256 key) = makeAddrAndKey("signer");
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(
                    "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
                ),
                signer,
                _BOB,
                9,
                0,
                block.timestamp
            )
        );
        bytes32 digest =
            keccak256(abi.encodePacked(hex"1901", _vault.DOMAIN_SEPARATOR(), structHash));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        vm.expectRevert(bytes4(keccak256("InvalidPermit()")));
        _vault.permit(signer, _BOB, 8, block.timestamp, v, r, s);
        _vault.permit(signer, _BOB, 9, block.timestamp, v, r, s);
        assertEq(_vault.allowance(signer, _BOB), 9);
        assertEq(_vault.nonces(signer), 1);
        vm.expectRevert(bytes4(keccak256("InvalidPermit()")));
        _vault.permit(signer, _BOB, 9, block.timestamp, v, r, s);
    }

    function test_etherAndNftsAreTaken() public {
        vm.deal(_ALICE, 1 ether);
        vm.prank(_ALICE);
        (bool success,) = address(_vault).call{value: 1 ether}("");
        assertTrue(success);
        assertEq(
            _vault.onERC721Received(_ALICE, _ALICE, 1, ""),
            IERC721Receiver.onERC721Received.selector
        );
        assertEq(
            _vault.onERC1155Received(_ALICE, _ALICE, 1, 1, ""),
            IERC1155Receiver.onERC1155Received.selector
        );
        assertTrue(_vault.supportsInterface(type(IERC1155Receiver).interfaceId));
    }
}
